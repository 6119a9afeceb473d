import { Button, Group, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { ErrorNote, formatNumber, useKeepsWritten } from "@souk/ui";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { Location } from "../locations/location-queries.ts";
import { texts } from "../texts.ts";
import type { StockChange } from "./change-stock.ts";
import { StockConflict } from "./stock-conflict.tsx";
import { getStockFieldError, useChangeStock } from "./use-change-stock.ts";
import { WholeNumber } from "./whole-number.tsx";

export interface VariantShown {
  id: number;
  name: string;
  policy: "deny" | "continue";
}

interface StockFormProps {
  productId: number;
  variant: VariantShown;
  location: Location;
  quantity: number;
  onClose: () => void;
}

type Way = StockChange["way"];

/** Return the error of a number before it is sent; null: none. */
function validateAmount(way: Way, amount: number | null): string | null {
  if (amount === null) return texts.stock.change.needsNumber;
  if (way === "adjust") return amount === 0 ? texts.stock.change.notZero : null;
  return amount < 0 ? texts.stock.change.notBelow : null;
}

/** Show the form that adjusts or sets one level. The result is shown only after the answer. */
export function StockForm({ productId, variant, location, quantity, onClose }: StockFormProps) {
  const id = useId();
  const [way, setWay] = useState<Way>("adjust");
  const [amount, setAmount] = useState<number | null>(null);
  const [reason, setReason] = useState("");
  const [amountError, setAmountError] = useState<string | null>(null);
  // What the person saw when the form opened, whatever comes meanwhile.
  const [seen, setSeen] = useState(quantity);
  const change = useChangeStock({ productId, variant, location, onChanged: onClose });
  useKeepsWritten(amount !== null || reason !== "");
  const number = useRef<HTMLInputElement>(null);
  // The button could not keep the focus while it was at work; the error is shown beside the number.
  useEffect(() => {
    if (change.error !== null) number.current?.focus();
  }, [change.error]);

  const stockError = getStockFieldError(change.error);

  const send = (expected: number) => {
    const wrong = validateAmount(way, amount);
    setAmountError(wrong);
    if (wrong !== null || amount === null || change.isRunning) return;
    const why = reason.trim();
    const place = {
      variant_id: variant.id,
      location_id: location.id,
      ...(why === "" ? {} : { reason: why }),
    };
    change.start(way === "adjust" ? { ...place, way, by: amount } : { ...place, way, to: amount, expected });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(seen);
  };
  if (change.current !== null && amount !== null) {
    const now = change.current;
    const again = () => {
      setSeen(now);
      send(now);
    };
    return <StockConflict {...{ seen, now, amount, change, again }} onKeep={onClose} />;
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text fw={600} size="sm" style={{ overflowWrap: "anywhere" }}>
          {texts.stock.change.title({ variant: variant.name, place: location.name })}
        </Text>
        <SegmentedControl
          aria-label={texts.stock.change.adjustment}
          size="xs"
          fullWidth
          value={way}
          onChange={(chosen) => setWay(chosen === "set" ? "set" : "adjust")}
          data={(["adjust", "set"] as const).map((value) => ({ value, label: texts.stock.change[value] }))}
        />
        <WholeNumber
          ref={number}
          label={way === "adjust" ? texts.stock.change.by : texts.stock.change.to}
          hint={way === "adjust" ? texts.stock.change.byHint : undefined}
          value={amount}
          startsAt={way === "adjust" ? 0 : seen}
          minimum={way === "adjust" ? undefined : 0}
          error={amountError ?? stockError}
          onChange={setAmount}
        />
        <Preview way={way} seen={seen} amount={amount} />
        <TextInput
          label={texts.stock.change.reason}
          description={texts.stock.change.reasonHint}
          maxLength={255}
          list={`${id}-reasons`}
          autoComplete="off"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <datalist id={`${id}-reasons`}>
          {texts.stock.change.commonReasons.map((usual) => (
            <option key={usual} value={usual} />
          ))}
        </datalist>
        {change.error !== null && stockError === null && <ErrorNote error={change.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="xs" onClick={onClose} disabled={change.isRunning}>
            {texts.stock.change.cancel}
          </Button>
          <Button type="submit" size="xs" loading={change.isRunning}>
            {texts.stock.change.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Preview({ way, seen, amount }: { way: Way; seen: number; amount: number | null }) {
  if (validateAmount(way, amount) !== null || amount === null) return null;
  const to = way === "adjust" ? seen + amount : amount;
  return (
    <Text size="sm" c="dimmed">
      {texts.stock.change.preview({ from: formatNumber(seen), to: formatNumber(to) })}
    </Text>
  );
}
