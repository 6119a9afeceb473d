import { Anchor, Stack, Text } from "@mantine/core";
import { operations } from "@souk/contract";
import {
  Answered,
  AppLink,
  ConfirmButton,
  currencyName,
  isMissing,
  PageFrame,
  SchemaForm,
  Section,
  StatusBadge,
  useAdminConsole,
  useStore,
} from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { MissingRecord } from "../missing-record.tsx";
import { currencyFields } from "./currency-fields.ts";
import { type Currency, currencyKey, staleWithCurrencies, useCurrency } from "./currency-queries.ts";
import { strings } from "./strings.ts";

/** One currency: its rate, what amounts are rounded to, and deleting it. */
export function CurrencyPage() {
  const { handle } = useStore();
  const { code = "" } = useParams({ strict: false }) as { code?: string };
  const query = useCurrency(code);
  const currency = query.data?.currency;
  const list = `/${handle}/settings/currencies`;
  const isOwn = currency?.is_default === true;
  return (
    <PageFrame
      title={currency?.code ?? (isMissing(query) ? strings.missing.title : code)}
      breadcrumbs={[
        { label: strings.settings, to: `/${handle}/settings` },
        { label: strings.title, to: list },
      ]}
      {...(currency ? { lead: currencyName(currency.code) } : {})}
      badge={isOwn && <StatusBadge tone="info">{strings.own}</StatusBadge>}
      {...(currency && !isOwn ? { actions: <DeleteCurrency currency={currency} list={list} /> } : {})}
    >
      <Answered query={query} skeleton="form" missing={<MissingRecord words={strings.missing} to={list} />}>
        {(answer) => <Parts key={answer.currency.id} currency={answer.currency} />}
      </Answered>
    </PageFrame>
  );
}

function Parts({ currency }: { currency: Currency }) {
  const { handle, currency_code } = useStore();
  const admin = useAdminConsole();
  const queries = useQueryClient();
  const { code, is_default } = currency;
  const { rate, rounding } = currencyFields(currency_code);
  return (
    <Stack gap="lg">
      {is_default && (
        <Text size="sm">
          {strings.ownLead}{" "}
          <Anchor component={AppLink} inherit underline="always" to={`/${handle}/settings`}>
            {strings.changeOwn}
          </Anchor>
        </Text>
      )}
      <Section title={is_default ? strings.ownDetails : strings.details}>
        <SchemaForm
          operation={operations.updateCurrency}
          words={is_default ? { rounding } : { rate, rounding }}
          initial={currency}
          submit={strings.save}
          done={strings.saved}
          onSubmit={(body) => admin.currencies.update({ params: { id: code }, body })}
          refresh={staleWithCurrencies}
          onDone={(answer) => queries.setQueryData(currencyKey(code), answer)}
        />
      </Section>
    </Stack>
  );
}

function DeleteCurrency({ currency: { code }, list }: { currency: Currency; list: string }) {
  const admin = useAdminConsole();
  const navigate = useNavigate();
  const words = strings.delete;
  return (
    <ConfirmButton
      danger
      label={words.button}
      title={words.title(code)}
      confirm={words.confirm}
      done={words.done(code)}
      onConfirm={() => admin.currencies.delete({ params: { id: code } })}
      refresh={[["currencies"], ["store"]]}
      onDone={() => void navigate({ to: list, ignoreBlocker: true })}
    >
      {words.text}
    </ConfirmButton>
  );
}
