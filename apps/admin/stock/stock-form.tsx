import { Button, Group, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { ErrorNote, formatNumber, useKeepUnsavedInput } from "@souk/ui";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { Location } from "../locations/location-queries.ts";
import { texts } from "../texts.ts";
import type { StockChange } from "./change-stock.ts";
import { StockConflict } from "./stock-conflict.tsx";
import { getStockFieldError, useChangeStock } from "./use-change-stock.ts";
import { WholeNumberInput } from "./whole-number-input.tsx";

/** The fields of a variant that the stock form needs. */
export interface StockVariant {
  id: number;
  name: string;
  policy: "deny" | "continue";
}

interface StockFormProps {
  productId: number;
  variant: StockVariant;
  location: Location;
  quantity: number;
  onClose: () => void;
}

type ChangeKind = StockChange["kind"];

/** Return the error of the entered number; null if it is valid. */
function validateNumber(kind: ChangeKind, enteredNumber: number | null): string | null {
  if (enteredNumber === null) return texts.stock.change.needsNumber;
  if (kind === "adjust") return enteredNumber === 0 ? texts.stock.change.notZero : null;
  return enteredNumber < 0 ? texts.stock.change.notBelow : null;
}

/** Show the form that adjusts or sets the available quantity of a stock level. */
export function StockForm({ productId, variant, location, quantity, onClose }: StockFormProps) {
  const id = useId();
  const [kind, setKind] = useState<ChangeKind>("adjust");
  const [enteredNumber, setEnteredNumber] = useState<number | null>(null);
  const [reason, setReason] = useState("");
  const [numberError, setNumberError] = useState<string | null>(null);
  // The quantity when the form was opened or, after an overwrite, the quantity that the conflict showed.
  const [seenQuantity, setSeenQuantity] = useState(quantity);
  const change = useChangeStock({ productId, variant, location, onChanged: onClose });
  useKeepUnsavedInput(enteredNumber !== null || reason !== "");
  const numberInput = useRef<HTMLInputElement>(null);
  // The Save button loses the focus while the request runs. If the request fails, move the focus to the input with the error.
  useEffect(() => {
    if (change.error !== null) numberInput.current?.focus();
  }, [change.error]);

  const stockError = getStockFieldError(change.error);

  const send = (expectedQuantity: number) => {
    const validationError = validateNumber(kind, enteredNumber);
    setNumberError(validationError);
    if (validationError !== null || enteredNumber === null || change.isRunning) return;
    const trimmedReason = reason.trim();
    const reasonField = trimmedReason === "" ? {} : { reason: trimmedReason };
    const level = { variant_id: variant.id, location_id: location.id, ...reasonField };
    if (kind === "adjust") change.start({ ...level, kind, adjustment: enteredNumber });
    else change.start({ ...level, kind, quantity: enteredNumber, expectedQuantity });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(seenQuantity);
  };
  // `currentQuantity` is not null if another person changed the quantity first.
  const { currentQuantity } = change;
  if (currentQuantity !== null && enteredNumber !== null) {
    const overwrite = () => {
      setSeenQuantity(currentQuantity);
      send(currentQuantity);
    };
    const quantities = { previousQuantity: seenQuantity, currentQuantity, newQuantity: enteredNumber };
    return <StockConflict {...quantities} change={change} onOverwrite={overwrite} onKeep={onClose} />;
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text fw={600} size="sm" style={{ overflowWrap: "anywhere" }}>
          {texts.stock.change.title({ variant: variant.name, location: location.name })}
        </Text>
        <SegmentedControl
          aria-label={texts.stock.change.adjustment}
          size="xs"
          fullWidth
          value={kind}
          onChange={(selected) => setKind(selected === "set" ? "set" : "adjust")}
          data={(["adjust", "set"] as const).map((value) => ({ value, label: texts.stock.change[value] }))}
        />
        <WholeNumberInput
          ref={numberInput}
          label={kind === "adjust" ? texts.stock.change.by : texts.stock.change.to}
          hint={kind === "adjust" ? texts.stock.change.byHint : undefined}
          value={enteredNumber}
          startsAt={kind === "adjust" ? 0 : seenQuantity}
          minimum={kind === "adjust" ? undefined : 0}
          error={numberError ?? stockError}
          onChange={setEnteredNumber}
        />
        <Preview kind={kind} quantity={seenQuantity} enteredNumber={enteredNumber} />
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
          {texts.stock.change.commonReasons.map((commonReason) => (
            <option key={commonReason} value={commonReason} />
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

interface PreviewProps {
  kind: ChangeKind;
  quantity: number;
  enteredNumber: number | null;
}

/** Show the quantity before and after the change. Show nothing while the entered number is invalid. */
function Preview({ kind, quantity, enteredNumber }: PreviewProps) {
  if (validateNumber(kind, enteredNumber) !== null || enteredNumber === null) return null;
  const newQuantity = kind === "adjust" ? quantity + enteredNumber : enteredNumber;
  return (
    <Text size="sm" c="dimmed">
      {texts.stock.change.preview({ from: formatNumber(quantity), to: formatNumber(newQuantity) })}
    </Text>
  );
}
