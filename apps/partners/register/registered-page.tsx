import { Stack } from "@mantine/core";
import { CopyField, LinkButton, PageFrame, SecretField, Section } from "@souk/ui";
import { useEffect, useRef } from "react";
import { Warnings } from "../app/warnings.tsx";
import type { NewApp } from "../records.ts";
import { texts } from "../texts.ts";
import { toPartnerPage } from "../to-partner-page.ts";
import { NextSteps } from "./next-steps.tsx";

/** Show the result of a registration: the credentials, once, and how to use them. */
export function RegisteredPage({ registeredApp: { app, secret } }: { registeredApp: NewApp }) {
  const { title, lead, credentials, secretWarning, toApp } = texts.registered;
  const { clientId } = texts.app;
  const container = useRef<HTMLDivElement>(null);
  // The URL does not change, so keyboard and screen reader focus must be moved to the new content.
  useEffect(() => {
    container.current?.focus();
    window.scrollTo(0, 0);
  }, []);
  return (
    <div ref={container} tabIndex={-1}>
      <PageFrame
        title={title({ name: app.name })}
        lead={lead}
        breadcrumbs={[{ label: texts.nav.apps, to: toPartnerPage("/") }]}
        actions={
          <LinkButton to={toPartnerPage("/apps/$id", { id: app.id })} variant="default">
            {toApp}
          </LinkButton>
        }
      >
        <Warnings warnings={app.warnings} />
        <Section title={credentials}>
          <Stack>
            <CopyField label={clientId} value={app.client_id} />
            <SecretField label={texts.secrets.label} value={secret.client_secret} warning={secretWarning} />
          </Stack>
        </Section>
        <NextSteps app={app} />
      </PageFrame>
    </div>
  );
}
