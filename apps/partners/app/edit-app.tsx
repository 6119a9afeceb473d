import { Stack } from "@mantine/core";
import { operations } from "@souk/contract";
import { SchemaForm, Section, usePartnerConsole } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import type { PartnerApp } from "../records.ts";
import { texts } from "../texts.ts";
import { Warnings } from "./warnings.tsx";

const { handle: _handle, ...textsOfOtherFields } = texts.fields;
const editableFieldTexts = { ...textsOfOtherFields, requires_pkce: texts.app.pkceField };

/** Show the form that changes an app's registration. The handle and the client id cannot be changed. */
export function EditApp({ app }: { app: PartnerApp }) {
  const partners = usePartnerConsole();
  const queryClient = useQueryClient();
  const { id } = app;
  return (
    <Section title={texts.app.tabs.settings} lead={texts.app.settingsText}>
      <Stack gap="lg">
        <Warnings warnings={app.warnings} />
        <SchemaForm
          operation={operations.updateApp}
          words={editableFieldTexts}
          initial={{
            name: app.name,
            app_url: app.app_url,
            redirection_urls: app.redirection_urls,
            embedded: app.embedded,
            requires_pkce: app.requires_pkce,
          }}
          submit={texts.app.save}
          done={texts.app.saved}
          onSubmit={(body) => partners.apps.update({ params: { id }, body })}
          onDone={(response) => {
            queryClient.setQueryData(["app", id], response);
            void queryClient.invalidateQueries({ queryKey: ["apps"] });
          }}
        />
      </Stack>
    </Section>
  );
}
