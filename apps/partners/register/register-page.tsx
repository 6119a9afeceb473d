import { List } from "@mantine/core";
import { operations } from "@souk/contract";
import { PageFrame, SchemaForm, Section, usePageNavigation, usePartnerConsole } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { NewApp } from "../records.ts";
import { texts } from "../texts.ts";
import { toPartnerPage } from "../to-partner-page.ts";
import { RegisteredPage } from "./registered-page.tsx";

/**
 * Show the form that registers an app, and then the app's credentials. Only this page has the secret, so a reload loses it.
 */
export function RegisterPage() {
  const [newApp, setNewApp] = useState<NewApp | null>(null);
  return newApp === null ? (
    <RegisterForm onRegister={setNewApp} />
  ) : (
    <RegisteredPage registeredApp={newApp} />
  );
}

function RegisterForm({ onRegister }: { onRegister: (newApp: NewApp) => void }) {
  const partners = usePartnerConsole();
  const queryClient = useQueryClient();
  const goTo = usePageNavigation();
  const { title, lead, submit, nextSteps, steps } = texts.register;
  return (
    <PageFrame title={title} lead={lead} breadcrumbs={[{ label: texts.nav.apps, to: toPartnerPage("/") }]}>
      <Section title={texts.register.form}>
        <SchemaForm
          operation={operations.registerApp}
          words={texts.fields}
          initial={{ embedded: true }}
          submit={submit}
          onCancel={() => goTo(toPartnerPage("/"))}
          onSubmit={(body) => partners.apps.register({ body })}
          onDone={(newApp) => {
            onRegister(newApp);
            for (const resource of ["apps", "app_summaries", "partner"])
              void queryClient.invalidateQueries({ queryKey: [resource] });
          }}
        />
      </Section>
      <Section title={nextSteps}>
        <List type="ordered" spacing="xs">
          {steps.map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
        </List>
      </Section>
    </PageFrame>
  );
}
