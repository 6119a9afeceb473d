import { Button, Stack, Text, Title } from "@mantine/core";
import { CopyField, QueryBoundary, Section } from "@souk/ui";
import type { ReactNode } from "react";
import { useInstallLink } from "../app/app-queries.ts";
import { InstallLink } from "../app/install-link.tsx";
import type { PartnerApp } from "../records.ts";
import { texts } from "../texts.ts";

/** Show the steps that lead from a new app's credentials to the installed app. */
export function NextSteps({ app }: { app: PartnerApp }) {
  const link = useInstallLink(app.id);
  const words = texts.registered;
  return (
    <Section title={words.next}>
      <Stack gap="xl">
        <Step title={words.start} text={words.startText}>
          <CopyField label={words.command} value={`npm run souk -- create-app ${app.handle}`} />
        </Step>
        <Step title={words.install} text={words.installText}>
          <QueryBoundary query={link}>
            {(response) => <InstallLink url={response.install_link.url} />}
          </QueryBoundary>
        </Step>
        <Step title={words.read} text={words.readText}>
          <div>
            <Button component="a" href="/docs" variant="default">
              {texts.nav.reference}
            </Button>
          </div>
        </Step>
      </Stack>
    </Section>
  );
}

function Step({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Stack gap="xs">
      <div>
        <Title order={3}>{title}</Title>
        <Text c="dimmed" size="sm">
          {text}
        </Text>
      </div>
      {children}
    </Stack>
  );
}
