import { Button, Group, Stack } from "@mantine/core";
import { SecretField, Section } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { NewSecret, PartnerApp } from "../records.ts";
import { texts } from "../texts.ts";
import { type SecretConfirmation, SecretDialogs } from "./secret-dialogs.tsx";
import { SecretLine } from "./secret-line.tsx";
import styles from "./secrets.module.css";

const words = texts.secrets;

/** Show an app's secrets, at most two. A second secret can be created, made the signing secret, or revoked. */
export function SecretsSection({ app }: { app: PartnerApp }) {
  const queryClient = useQueryClient();
  const [confirmation, setConfirmation] = useState<SecretConfirmation | null>(null);
  const [newSecret, setNewSecret] = useState<NewSecret | null>(null);
  const hasTwoSecrets = app.secrets.length > 1;
  const secretList = useRef<HTMLUListElement>(null);
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: ["app", app.id] });
    // If the pressed button was removed, no element has the focus, so move the focus to the list.
    if (document.activeElement === document.body) secretList.current?.focus();
  };
  // A secret that was revoked meanwhile is not shown.
  const shownSecret = app.secrets.some(({ id }) => id === newSecret?.id) ? newSecret : null;
  return (
    <Section
      title={words.title}
      lead={words.text}
      actions={
        hasTwoSecrets ? (
          <Button onClick={() => setConfirmation({ kind: "switch" })}>{words.switchNow}</Button>
        ) : (
          <Button onClick={() => setConfirmation({ kind: "rotate" })}>{words.rotate}</Button>
        )
      }
    >
      <Stack>
        {shownSecret !== null && <NewSecretField secret={shownSecret} onDismiss={() => setNewSecret(null)} />}
        <ul className={styles["list"]} ref={secretList} tabIndex={-1}>
          {app.secrets.map((secret) => (
            <SecretLine
              key={secret.id}
              secret={secret}
              {...(hasTwoSecrets ? { onRevoke: () => setConfirmation({ kind: "revoke", secret }) } : {})}
            />
          ))}
        </ul>
      </Stack>
      <SecretDialogs
        app={app}
        confirmation={confirmation}
        onClose={() => setConfirmation(null)}
        onRotated={setNewSecret}
        onChanged={() => void refresh()}
      />
    </Section>
  );
}

function NewSecretField({ secret, onDismiss }: { secret: NewSecret; onDismiss: () => void }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.focus(), []);
  return (
    <Stack gap="xs" ref={container} tabIndex={-1}>
      <SecretField label={words.rotated} value={secret.client_secret} warning={words.rotatedWarning} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onDismiss}>
          {words.kept}
        </Button>
      </Group>
    </Stack>
  );
}
