import { Anchor, Stack, Text } from "@mantine/core";
import type { PageAddress } from "@souk/contract";
import { operations } from "@souk/contract";
import {
  Answered,
  AppLink,
  ConfirmButton,
  getCurrencyName,
  isMissing,
  PageFrame,
  SchemaForm,
  Section,
  StatusBadge,
  useAdminConsole,
  usePageNavigation,
  useStore,
} from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { MissingRecord } from "../missing-record.tsx";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { currencyFields } from "./currency-fields.ts";
import { type Currency, currencyKey, staleWithCurrencies, useCurrency } from "./currency-queries.ts";

/** Show one currency: its rate, its rounding, and its deletion. */
export function CurrencyPage() {
  const { code = "" } = useParams({ strict: false }) as { code?: string };
  const query = useCurrency(code);
  const currency = query.data?.currency;
  const list = toStorePage("/settings/currencies");
  const isOwn = currency?.is_default === true;
  return (
    <PageFrame
      title={currency?.code ?? (isMissing(query) ? texts.currencies.missing.title : code)}
      breadcrumbs={[
        { label: texts.currencies.settings, to: toStorePage("/settings") },
        { label: texts.currencies.title, to: list },
      ]}
      {...(currency ? { lead: getCurrencyName(currency.code) } : {})}
      badge={isOwn && <StatusBadge tone="info">{texts.currencies.own}</StatusBadge>}
      {...(currency && !isOwn ? { actions: <DeleteCurrency currency={currency} list={list} /> } : {})}
    >
      <Answered
        query={query}
        skeleton="form"
        missing={<MissingRecord words={texts.currencies.missing} to={list} />}
      >
        {(answer) => <Parts key={answer.currency.id} currency={answer.currency} />}
      </Answered>
    </PageFrame>
  );
}

function Parts({ currency }: { currency: Currency }) {
  const { currency_code } = useStore();
  const admin = useAdminConsole();
  const queries = useQueryClient();
  const { code, is_default } = currency;
  const { rate, rounding } = currencyFields(currency_code);
  return (
    <Stack gap="lg">
      {is_default && (
        <Text size="sm">
          {texts.currencies.ownLead}{" "}
          <Anchor component={AppLink} inherit underline="always" to={toStorePage("/settings")}>
            {texts.currencies.changeOwn}
          </Anchor>
        </Text>
      )}
      <Section title={is_default ? texts.currencies.ownDetails : texts.currencies.details}>
        <SchemaForm
          operation={operations.updateCurrency}
          words={is_default ? { rounding } : { rate, rounding }}
          initial={currency}
          submit={texts.currencies.save}
          done={texts.currencies.saved}
          onSubmit={(body) => admin.currencies.update({ params: { id: code }, body })}
          refresh={staleWithCurrencies}
          onDone={(answer) => queries.setQueryData(currencyKey(code), answer)}
        />
      </Section>
    </Stack>
  );
}

function DeleteCurrency({ currency: { code }, list }: { currency: Currency; list: PageAddress }) {
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  const words = texts.currencies.delete;
  return (
    <ConfirmButton
      danger
      label={words.button}
      title={words.title({ code })}
      confirm={words.confirm}
      done={words.done({ code })}
      onConfirm={() => admin.currencies.delete({ params: { id: code } })}
      refresh={[["currencies"], ["store"]]}
      onDone={() => goTo(list, { ignoreBlocker: true })}
    >
      {words.text}
    </ConfirmButton>
  );
}
