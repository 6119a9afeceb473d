import { operations } from "@souk/contract";
import {
  PageFrame,
  SchemaForm,
  Section,
  toast,
  useAdminConsole,
  usePageNavigation,
  useStore,
} from "@souk/ui";
import { useMemo } from "react";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { getCurrencyFieldWords } from "./currency-fields.ts";
import { queriesShowingCurrencies } from "./currency-queries.ts";

/** Show the form that adds a currency in which prices can be shown. */
export function NewCurrencyPage() {
  const { currency_code } = useStore();
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  const fields = useMemo(
    () => ({
      code: { ...texts.currencies.fields.code, kind: "currency" as const },
      ...getCurrencyFieldWords(currency_code),
    }),
    [currency_code],
  );
  const listPage = toStorePage("/settings/currencies");
  return (
    <PageFrame
      title={texts.currencies.newTitle}
      breadcrumbs={[
        { label: texts.currencies.settings, to: toStorePage("/settings") },
        { label: texts.currencies.title, to: listPage },
      ]}
    >
      <Section title={texts.currencies.details}>
        <SchemaForm
          operation={operations.createCurrency}
          words={fields}
          submit={texts.currencies.create}
          onCancel={() => goTo(listPage)}
          onSubmit={(body, idempotencyKey) => admin.currencies.create({ body, idempotencyKey })}
          refresh={queriesShowingCurrencies}
          onDone={({ currency }) => {
            toast.doneOrReplayed(texts.currencies.created({ code: currency.code }), currency);
            goTo(listPage);
          }}
        />
      </Section>
    </PageFrame>
  );
}
