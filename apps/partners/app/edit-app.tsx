import { Stack } from "@mantine/core";
import { operations } from "@souk/contract";
import { SchemaForm, Section, usePartnerConsole } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import type { PartnerApp } from "../records.ts";
import { strings } from "../strings.ts";
import { Warnings } from "./warnings.tsx";

const { handle: _never, ...words } = strings.fields;

/** Changes what was registered. The handle and the client id never change. */
export function EditApp({ app }: { app: PartnerApp }) {
  const partners = usePartnerConsole();
  const queries = useQueryClient();
  const { id } = app;
  return (
    <Section title={strings.app.tabs.settings} lead={strings.app.settingsText}>
      <Stack gap="lg">
        <Warnings warnings={app.warnings} />
        <SchemaForm
          operation={operations.updateApp}
          words={words}
          initial={{
            name: app.name,
            app_url: app.app_url,
            redirection_urls: app.redirection_urls,
            embedded: app.embedded,
          }}
          submit={strings.app.save}
          done={strings.app.saved}
          onSubmit={(body) => partners.apps.update({ params: { id }, body })}
          onDone={(answer) => {
            queries.setQueryData(["app", id], answer);
            void queries.invalidateQueries({ queryKey: ["apps"] });
          }}
        />
      </Stack>
    </Section>
  );
}
