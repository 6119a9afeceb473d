import { List } from "@mantine/core";
import { operations } from "@souk/contract";
import { PageFrame, SchemaForm, Section, usePartnerConsole } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { NewApp } from "../records.ts";
import { strings } from "../strings.ts";
import { RegisteredPage } from "./registered-page.tsx";

/** Registers an app, then shows what is shown once. The answer lives in this page alone: a reload forgets the secret. */
export function RegisterPage() {
  const [made, setMade] = useState<NewApp | null>(null);
  return made === null ? <RegisterForm onMade={setMade} /> : <RegisteredPage made={made} />;
}

function RegisterForm({ onMade }: { onMade: (made: NewApp) => void }) {
  const partners = usePartnerConsole();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { title, lead, submit, after, steps } = strings.register;
  return (
    <PageFrame title={title} lead={lead} breadcrumbs={[{ label: strings.nav.apps, to: "/" }]}>
      <Section title={strings.register.form}>
        <SchemaForm
          operation={operations.registerApp}
          words={strings.fields}
          initial={{ embedded: true }}
          submit={submit}
          onCancel={() => void navigate({ to: "/" })}
          onSubmit={(body) => partners.apps.register({ body })}
          onDone={(answer) => {
            onMade(answer);
            for (const asked of ["apps", "app_summaries", "partner"])
              void queries.invalidateQueries({ queryKey: [asked] });
          }}
        />
      </Section>
      <Section title={after}>
        <List type="ordered" spacing="xs">
          {steps.map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
        </List>
      </Section>
    </PageFrame>
  );
}
