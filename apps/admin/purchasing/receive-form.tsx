import { Button, Group, Stack, Text } from "@mantine/core";
import { ErrorNote, formatNumber, LeaveGuard, ProgressLine, Section } from "@souk/ui";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { DocumentKind } from "./documents.ts";
import classes from "./lines.module.css";
import { ReceiveLine } from "./receive-line.tsx";
import type { StockDocument } from "./stock-document.ts";
import { strings } from "./strings.ts";
import { useFirstFault } from "./use-first-fault.ts";
import { useReceipt } from "./use-receipt.ts";

interface ReceiveFormProps {
  kind: DocumentKind;
  document: StockDocument;
  onClose: () => void;
}

/** Takes units that have come into stock, line by line; all that is left is written already. */
export function ReceiveForm({ kind, document, onClose }: ReceiveFormProps) {
  const { form, lead } = useFirstFault();
  const first = useRef<HTMLInputElement>(null);
  const [isChecked, setChecked] = useState(false);
  useEffect(() => first.current?.focus(), []);
  const receipt = useReceipt({ kind, document, onClose, onRefused: lead });
  const { lines, come, units, problemOf, putAll, isRunning, isTouched } = receipt;
  const isTooMany = lines.some((line) => problemOf(line) !== undefined);
  const { receive } = strings;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isRunning) return;
    if (isTooMany) lead();
    else if (units > 0) receipt.send();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <LeaveGuard isDirty={() => isTouched && !isRunning} />
      <Section title={receive.title} lead={receive.lead}>
        <Stack gap="sm">
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => putAll(true)}>
              {receive.all}
            </Button>
            <Button size="xs" variant="default" onClick={() => putAll(false)}>
              {receive.none}
            </Button>
          </Group>
          <table className={classes["lines"]}>
            <tbody>
              {lines.map((line, at) => (
                <ReceiveLine
                  key={line.id}
                  line={line}
                  come={come.get(line.id) ?? 0}
                  problem={problemOf(line)}
                  onCome={receipt.put}
                  {...(at === 0 ? { first } : {})}
                />
              ))}
            </tbody>
          </table>
          {isChecked && units === 0 && (
            <Text size="sm" c="red" role="alert">
              {receive.nothing}
            </Text>
          )}
          {receipt.rest !== null && <ErrorNote error={receipt.rest} />}
          {isRunning && <ProgressLine label={receive.title} />}
          <Group>
            <Button type="submit" disabled={isRunning}>
              {receive.submit(formatNumber(units), units === 1)}
            </Button>
            <Button variant="default" onClick={onClose} disabled={isRunning}>
              {strings.stop}
            </Button>
          </Group>
        </Stack>
      </Section>
    </form>
  );
}
