import { buildFieldSpecs, type FieldSpec, SpecForm, useAdminConsole } from "@souk/ui";
import { useMemo, useState } from "react";
import { texts } from "../../texts.ts";
import { queriesShowingCustomers } from "../customer-queries.ts";
import type { BalanceKind } from "./balance-kind.ts";
import { balanceKey } from "./balance-queries.ts";

/** Build the field specs of the form: the direction, the amount without a sign, and the reason. */
function buildSpecs({ requestSchema, amountField, words }: BalanceKind): FieldSpec[] {
  const labels = texts.customersBalances;
  const direction: FieldSpec = {
    name: "direction",
    label: labels.direction,
    kind: "choice",
    schema: { type: "string" },
    choices: Object.keys(labels.directions),
    options: labels.directions,
    required: true,
    isNullable: false,
  };
  const requestSpecs = buildFieldSpecs(requestSchema, {
    [amountField]: { label: words.amount },
    description: { label: labels.reason, help: labels.reasonHelp },
  });
  return [
    direction,
    ...requestSpecs.map((spec) => ({
      ...spec,
      required: true,
      schema: spec.kind === "whole" ? { ...spec.schema, minimum: 1 } : spec.schema,
    })),
  ];
}

const initial = { direction: "add" } as const;

interface AdjustBalanceProps {
  kind: BalanceKind;
  customerId: number;
}

/** Show the form that adds to a balance or deducts from it with a reason, and clear the form after saving. */
export function AdjustBalance({ kind, customerId }: AdjustBalanceProps) {
  const admin = useAdminConsole();
  const [formKey, setFormKey] = useState(0);
  const specs = useMemo(() => buildSpecs(kind), [kind]);
  return (
    <SpecForm
      key={formKey}
      specs={specs}
      initial={initial}
      isEdit={false}
      submit={kind.words.submit}
      done={kind.words.done}
      onSubmit={({ direction, [kind.amountField]: amount, description }, submitOnce) => {
        const adjustment = {
          customer_id: customerId,
          amount: `${direction === "deduct" ? "-" : ""}${amount}`,
          description: String(description),
        };
        return submitOnce(adjustment, (idempotencyKey) =>
          kind.adjust(admin, { ...adjustment, idempotencyKey }),
        );
      }}
      refresh={[balanceKey(kind, customerId), ...queriesShowingCustomers]}
      onDone={() => setFormKey(formKey + 1)}
    />
  );
}
