import { Anchor, Stack, Text } from "@mantine/core";
import type { PageUrl } from "@souk/contract";
import { operations } from "@souk/contract";
import {
  ConfirmButton,
  getCurrencyName,
  isMissing,
  PageFrame,
  PageLink,
  QueryBoundary,
  SchemaForm,
  Section,
  StatusBadge,
  useAdminConsole,
  usePageNavigation,
  useStore,
} from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { EditGate } from "../edit-gate.tsx";
import { MissingRecord } from "../missing-record.tsx";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { usePermissions } from "../use-permissions.ts";
import { getCurrencyFieldWords } from "./currency-fields.ts";
import { type Currency, currencyKey, queriesShowingCurrencies, useCurrency } from "./currency-queries.ts";

/** Show the form for a currency's rate and rounding, and the button that deletes the currency. */
export function CurrencyPage() {
  const { code = "" } = useParams({ strict: false }) as { code?: string };
  const query = useCurrency(code);
  const currency = query.data?.currency;
  const listPage = toStorePage("/settings/currencies");
  const isStoreCurrency = currency?.is_default === true;
  return (
    <PageFrame
      title={currency?.code ?? (isMissing(query) ? texts.currencies.missing.title : code)}
      breadcrumbs={[
        { label: texts.currencies.settings, to: toStorePage("/settings") },
        { label: texts.currencies.title, to: listPage },
      ]}
      {...(currency ? { lead: getCurrencyName(currency.code) } : {})}
      badge={isStoreCurrency && <StatusBadge tone="info">{texts.currencies.storeCurrency}</StatusBadge>}
      {...(currency && !isStoreCurrency
        ? { actions: <DeleteCurrency currency={currency} listPage={listPage} /> }
        : {})}
    >
      <QueryBoundary
        query={query}
        skeleton="form"
        notFound={<MissingRecord words={texts.currencies.missing} to={listPage} />}
      >
        {(response) => <CurrencyDetails key={response.currency.id} currency={response.currency} />}
      </QueryBoundary>
    </PageFrame>
  );
}

function CurrencyDetails({ currency }: { currency: Currency }) {
  const { currency_code } = useStore();
  const admin = useAdminConsole();
  const queryClient = useQueryClient();
  const { code, is_default } = currency;
  const { rate, rounding } = getCurrencyFieldWords(currency_code);
  return (
    <Stack gap="lg">
      {is_default && (
        <Text size="sm">
          {texts.currencies.storeCurrencyLead}{" "}
          <Anchor component={PageLink} inherit underline="always" to={toStorePage("/settings")}>
            {texts.currencies.changeStoreCurrency}
          </Anchor>
        </Text>
      )}
      <EditGate requiredRight="currencies.edit">
        <Section title={is_default ? texts.currencies.storeCurrencyDetails : texts.currencies.details}>
          <SchemaForm
            operation={operations.updateCurrency}
            words={is_default ? { rounding } : { rate, rounding }}
            initial={currency}
            submit={texts.currencies.save}
            done={texts.currencies.saved}
            onSubmit={(body) => admin.currencies.update({ params: { id: code }, body })}
            refresh={queriesShowingCurrencies}
            onDone={(response) => queryClient.setQueryData(currencyKey(code), response)}
          />
        </Section>
      </EditGate>
    </Stack>
  );
}

function DeleteCurrency({ currency: { code }, listPage }: { currency: Currency; listPage: PageUrl }) {
  const canEdit = usePermissions()("currencies.edit");
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  const words = texts.currencies.delete;
  if (!canEdit) return null;
  return (
    <ConfirmButton
      danger
      label={words.button}
      title={words.title({ code })}
      confirm={words.confirm}
      done={words.done({ code })}
      onConfirm={() => admin.currencies.delete({ params: { id: code } })}
      refresh={[["currencies"], ["store"]]}
      onDone={() => goTo(listPage, { ignoreBlocker: true })}
    >
      {words.text}
    </ConfirmButton>
  );
}
