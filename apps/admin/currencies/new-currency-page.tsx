import { operations } from "@souk/contract";
import { PageFrame, SchemaForm, Section, toast, useAdminConsole, useStore } from "@souk/ui";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { currencyFields } from "./currency-fields.ts";
import { staleWithCurrencies } from "./currency-queries.ts";
import { strings } from "./strings.ts";

/** Another currency that the shop's prices can be shown in. */
export function NewCurrencyPage() {
  const { handle, currency_code } = useStore();
  const admin = useAdminConsole();
  const navigate = useNavigate();
  const fields = useMemo(
    () => ({ code: strings.fields.code, ...currencyFields(currency_code) }),
    [currency_code],
  );
  const list = `/${handle}/settings/currencies`;
  return (
    <PageFrame
      title={strings.newTitle}
      breadcrumbs={[
        { label: strings.settings, to: `/${handle}/settings` },
        { label: strings.title, to: list },
      ]}
    >
      <Section title={strings.details}>
        <SchemaForm
          operation={operations.createCurrency}
          words={fields}
          submit={strings.create}
          onCancel={() => void navigate({ to: list })}
          onSubmit={(body, idempotencyKey) => admin.currencies.create({ body, idempotencyKey })}
          refresh={staleWithCurrencies}
          onDone={({ currency }) => {
            toast.carriedOut(strings.created(currency.code), currency);
            void navigate({ to: list });
          }}
        />
      </Section>
    </PageFrame>
  );
}
