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

/** Show the form that receives units into stock line by line, prefilled with all open units. */
export function ReceiveForm({ kind, document, onClose }: ReceiveFormProps) {
  const { form, lead } = useFocusFirstError();
  const first = useRef<HTMLInputElement>(null);
  const [isChecked, setChecked] = useState(false);
  useEffect(() => first.current?.focus(), []);
  const receipt = useReceipt({ kind, document, onClose, onRejected: lead });
  const { lines, come, units, problemOf: getProblem, putAll, isRunning, isTouched } = receipt;
  const isTooMany = lines.some((line) => getProblem(line) !== undefined);
  const { receive } = texts.purchasing;
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
              {lines.map((line, index) => (
                <ReceiveLine
                  key={line.id}
                  line={line}
                  come={come.get(line.id) ?? 0}
                  problem={getProblem(line)}
                  onCome={receipt.put}
                  {...(index === 0 ? { first } : {})}
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
              {receive.submit({ count: units })}
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
