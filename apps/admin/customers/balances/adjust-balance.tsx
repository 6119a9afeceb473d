import { type FieldSpec, fieldSpecs, SpecForm, useAdminConsole } from "@souk/ui";
import { useMemo, useState } from "react";
import { texts } from "../../texts.ts";
import { staleWithCustomers } from "../customer-queries.ts";
import type { BalanceKind } from "./balance-kind.ts";
import { balanceKey } from "./balance-queries.ts";

/** Return the fields to fill in: the amount has no sign, the direction gives it. */
function buildSpecs({ body, field, words }: BalanceKind): FieldSpec[] {
  const { direction: label, directions: options, reason, reasonHelp } = texts.customersBalances;
  const direction: FieldSpec = {
    name: "direction",
    label,
    kind: "choice",
    schema: { type: "string" },
    choices: Object.keys(options),
    options,
    required: true,
    takesNull: false,
  };
  const sent = fieldSpecs(body, {
    [field]: { label: words.amount },
    description: { label: reason, help: reasonHelp },
  });
  return [
    direction,
    ...sent.map((spec) => ({
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

/** Add to a balance or deduct from it, with the reason; then the form is empty again. */
export function AdjustBalance({ kind, customerId }: AdjustBalanceProps) {
  const admin = useAdminConsole();
  const [round, setRound] = useState(0);
  const specs = useMemo(() => buildSpecs(kind), [kind]);
  return (
    <SpecForm
      key={round}
      specs={specs}
      initial={initial}
      isChange={false}
      submit={kind.words.submit}
      done={kind.words.done}
      onSubmit={({ direction, [kind.field]: amount, description }, once) => {
        const intent = {
          customer_id: customerId,
          by: `${direction === "deduct" ? "-" : ""}${amount}`,
          description: String(description),
        };
        return once(intent, (idempotencyKey) => kind.adjust(admin, { ...intent, idempotencyKey }));
      }}
      refresh={[balanceKey(kind, customerId), ...staleWithCustomers]}
      onDone={() => setRound(round + 1)}
    />
  );
}
