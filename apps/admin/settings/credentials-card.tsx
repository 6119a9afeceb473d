import { Button, Group, Stack } from "@mantine/core";
import { CopyField, LinkButton, SecretField, Section } from "@souk/ui";
import { useEffect, useRef } from "react";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import classes from "./credentials-card.module.css";

/** The credentials of a custom app, shown only once. */
export interface Credentials {
  name: string;
  client_id: string;
  access_token: string;
  client_secret?: string;
}

/** Show the keys of a custom app, which the person must save now. */
export function CredentialsCard({ credentials, onDone }: { credentials: Credentials; onDone: () => void }) {
  const { name, client_id, access_token, client_secret } = credentials;
  const words = texts.settings.custom.credentials;
  const place = useRef<HTMLDivElement>(null);
  // What was pressed is gone, and these must not be overlooked.
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className={classes["place"]}>
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
