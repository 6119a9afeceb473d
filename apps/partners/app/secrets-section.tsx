import { Button, Group, Stack } from "@mantine/core";
import { SecretField, Section } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { NewSecret, PartnerApp } from "../records.ts";
import { texts } from "../texts.ts";
import { SecretDialogs, type SecretQuestion } from "./secret-dialogs.tsx";
import { SecretLine } from "./secret-line.tsx";
import styles from "./secrets.module.css";

const words = texts.secrets;

/** Show an app's one or two secrets: a second can be created, become current, or be revoked. */
export function SecretsSection({ app }: { app: PartnerApp }) {
  const queries = useQueryClient();
  const [question, setQuestion] = useState<SecretQuestion | null>(null);
  const [made, setMade] = useState<NewSecret | null>(null);
  const hasTwo = app.secrets.length > 1;
  const list = useRef<HTMLUListElement>(null);
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: ["app", app.id] });
    // The button that was pressed last may be gone by now.
    if (document.activeElement === document.body) list.current?.focus();
  };
  // A secret that was revoked is nothing to keep.
  const shown = app.secrets.some(({ id }) => id === made?.id) ? made : null;
  return (
    <Section
      title={words.title}
      lead={words.text}
      actions={
        hasTwo ? (
          <Button onClick={() => setQuestion({ kind: "switch" })}>{words.switchNow}</Button>
        ) : (
          <Button onClick={() => setQuestion({ kind: "rotate" })}>{words.rotate}</Button>
        )
      }
    >
      <Stack>
        {shown !== null && <MadeSecret secret={shown} onKept={() => setMade(null)} />}
        <ul className={styles["list"]} ref={list} tabIndex={-1}>
          {app.secrets.map((secret) => (
            <SecretLine
              key={secret.id}
              secret={secret}
              {...(hasTwo ? { onRevoke: () => setQuestion({ kind: "revoke", secret }) } : {})}
            />
          ))}
        </ul>
      </Stack>
      <SecretDialogs
        app={app}
        question={question}
        onClose={() => setQuestion(null)}
        onRotated={setMade}
        onChanged={() => void refresh()}
      />
    </Section>
  );
}

function MadeSecret({ secret, onKept }: { secret: NewSecret; onKept: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <Stack gap="xs" ref={place} tabIndex={-1}>
      <SecretField label={words.rotated} value={secret.client_secret} warning={words.rotatedWarning} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onKept}>
          {words.kept}
        </Button>
      </Group>
    </Stack>
  );
}
