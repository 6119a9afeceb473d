import { Stack } from "@mantine/core";
import { CopyField, LinkButton, PageFrame, SecretField, Section } from "@souk/ui";
import { useEffect, useRef } from "react";
import { Warnings } from "../app/warnings.tsx";
import type { NewApp } from "../records.ts";
import { strings } from "../strings.ts";
import { NextSteps } from "./next-steps.tsx";

/** What a registration answers: the credentials, once, and what to do with them. */
export function RegisteredPage({ made: { app, secret } }: { made: NewApp }) {
  const { title, lead, credentials, secretWarning, toApp } = strings.registered;
  const { clientId } = strings.app;
  const start = useRef<HTMLDivElement>(null);
  // The address stays, so nothing else leads keyboard and screen reader to what is new.
  useEffect(() => {
    start.current?.focus();
    window.scrollTo(0, 0);
  }, []);
  return (
    <div ref={start} tabIndex={-1}>
      <PageFrame
        title={title(app.name)}
        lead={lead}
        breadcrumbs={[{ label: strings.nav.apps, to: "/" }]}
        actions={
          <LinkButton to={`/apps/${app.id}`} variant="default">
            {toApp}
          </LinkButton>
        }
      >
        <Warnings warnings={app.warnings} />
        <Section title={credentials}>
          <Stack>
            <CopyField label={clientId} value={app.client_id} />
            <SecretField label={strings.secrets.label} value={secret.client_secret} warning={secretWarning} />
          </Stack>
        </Section>
        <NextSteps app={app} />
      </PageFrame>
    </div>
  );
}
