import { Button, Group, Stack, Text } from "@mantine/core";
import { ErrorNote, LeaveGuard, ProgressLine, Section } from "@souk/ui";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { texts } from "../texts.ts";
import type { DocumentKind } from "./documents.ts";
import classes from "./lines.module.css";
import { ReceiveLine } from "./receive-line.tsx";
import type { StockDocument } from "./stock-document.ts";
import { useFocusFirstError } from "./use-focus-first-error.ts";
import { useReceipt } from "./use-receipt.ts";

interface ReceiveFormProps {
  kind: DocumentKind;
  document: StockDocument;
  onClose: () => void;
}

/**
 * Show the form that receives units of a stock document. Each line has an input for the quantity to receive, which initially
 * contains all unreceived units of the line.
 */
export function ReceiveForm({ kind, document, onClose }: ReceiveFormProps) {
  const { form, focusFirstError } = useFocusFirstError();
  const firstInput = useRef<HTMLInputElement>(null);
  const [isSubmitted, setSubmitted] = useState(false);
  useEffect(() => firstInput.current?.focus(), []);
  const receipt = useReceipt({ kind, document, onClose, onRejected: focusFirstError });
  const { lines, quantities, unitCount, getError, isRunning, isEdited } = receipt;
  const hasErrors = lines.some((line) => getError(line) !== undefined);
  const words = texts.purchasing.receive;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (isRunning) return;
    if (hasErrors) focusFirstError();
    else if (unitCount > 0) receipt.send();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <LeaveGuard isDirty={() => isEdited && !isRunning} />
      <Section title={words.title} lead={words.lead}>
        <Stack gap="sm">
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={receipt.fillQuantities}>
              {words.all}
            </Button>
            <Button size="xs" variant="default" onClick={receipt.clearQuantities}>
              {words.none}
            </Button>
          </Group>
          <table className={classes["lines"]}>
            <tbody>
              {lines.map((line, index) => (
                <ReceiveLine
                  key={line.id}
                  line={line}
                  quantity={quantities.get(line.id) ?? 0}
                  error={getError(line)}
                  onChange={receipt.setQuantity}
                  {...(index === 0 ? { inputRef: firstInput } : {})}
                />
              ))}
            </tbody>
          </table>
          {isSubmitted && unitCount === 0 && (
            <Text size="sm" c="red" role="alert">
              {words.nothing}
            </Text>
          )}
          {receipt.otherError !== null && <ErrorNote error={receipt.otherError} />}
          {isRunning && <ProgressLine label={words.title} />}
          <Group>
            <Button type="submit" disabled={isRunning}>
              {words.submit({ count: unitCount })}
            </Button>
            <Button variant="default" onClick={onClose} disabled={isRunning}>
              {texts.purchasing.discard}
            </Button>
          </Group>
        </Stack>
      </Section>
    </form>
  );
}
