import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { ErrorNote, formatNumber, useAction, useAdminConsole, useKeepsWritten } from "@souk/ui";
import { type FormEvent, useRef, useState } from "react";
import { staleWithProducts } from "../stale.ts";
import { WholeNumber } from "../stock/whole-number.tsx";
import type { ReservedLevel } from "./reserved-level.ts";
import { strings } from "./strings.ts";

interface ReserveFormProps extends ReservedLevel {
  onClose: () => void;
}

/** Holds units of a level back from online selling (INV-5). */
export function ReserveForm({ variant, location, quantity, onClose }: ReserveFormProps) {
  const admin = useAdminConsole();
  const [amount, setAmount] = useState<number | null>(quantity);
  const [reason, setReason] = useState("");
  const number = useRef<HTMLInputElement>(null);
  const { reserve } = strings;
  const action = useAction<number, unknown>({
    run: (reserved_quantity) => {
      const why = reason.trim();
      const place = { variant_id: variant.id, location_id: location.id };
      return admin.inventory_levels.reserve({
        body: { ...place, reserved_quantity, ...(why === "" ? {} : { reason: why }) },
      });
    },
    quiet: true,
    done: (_answer, held) => reserve.done(variant.name, formatNumber(held)),
    refresh: staleWithProducts,
    onDone: onClose,
  });
  useKeepsWritten(amount !== quantity || reason !== "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (amount === null) number.current?.focus();
    else if (!action.isRunning) action.start(amount);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text fw={600} size="sm" style={{ overflowWrap: "anywhere" }}>
          {reserve.title(variant.name, location.name)}
        </Text>
        <WholeNumber
          ref={number}
          label={reserve.quantity}
          hint={reserve.lead}
          value={amount}
          startsAt={quantity}
          minimum={0}
          error={amount === null ? reserve.needsNumber : null}
          onChange={setAmount}
        />
        <TextInput
          label={reserve.reason}
          description={reserve.reasonHint}
          maxLength={255}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {action.error !== null && <ErrorNote error={action.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="xs" onClick={onClose} disabled={action.isRunning}>
            {reserve.cancel}
          </Button>
          <Button type="submit" size="xs" loading={action.isRunning}>
            {reserve.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
