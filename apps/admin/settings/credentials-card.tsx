import { Button, Group, Stack } from "@mantine/core";
import { CopyField, LinkButton, SecretField, Section } from "@souk/ui";
import { useEffect, useRef } from "react";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import classes from "./credentials-card.module.css";

/** The credentials of a custom app, shown only once. */
export interface Credentials {
  name: string;
  client_id: string;
  access_token: string;
  client_secret?: string;
}

/** Show the credentials of a custom app, which the person must save now because they are shown only once. */
export function CredentialsCard({ credentials, onDone }: { credentials: Credentials; onDone: () => void }) {
  const { name, client_id, access_token, client_secret } = credentials;
  const words = texts.settings.custom.credentials;
  const card = useRef<HTMLDivElement>(null);
  // The clicked button is removed from the page, so the focus moves to the credentials, which must not be overlooked.
  useEffect(() => card.current?.focus(), []);
  return (
    <div ref={card} tabIndex={-1} className={classes["card"]}>
      <Section title={words.title({ name })} lead={words.lead}>
        <Stack>
          <SecretField label={words.token} value={access_token} warning={words.warning} />
          {client_secret !== undefined && (
            <SecretField label={words.secret} value={client_secret} warning={words.warning} />
          )}
          <CopyField label={words.clientId} value={client_id} />
          <Group justify="flex-end">
            <LinkButton
              variant="default"
              to={toStorePage("/apps/installed/$client_id/details", { client_id })}
            >
              {words.details}
            </LinkButton>
            <Button onClick={onDone}>{words.done}</Button>
          </Group>
        </Stack>
      </Section>
    </div>
  );
}
