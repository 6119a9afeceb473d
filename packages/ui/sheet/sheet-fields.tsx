import { NativeSelect, SimpleGrid, Switch, TextInput } from "@mantine/core";
import { useRef } from "react";
import { getInputMode, type SheetColumn } from "./sheet-column.ts";
import { useFocusInvalidCell } from "./use-focus-invalid-cell.ts";
import type { SheetState } from "./use-sheet.ts";

interface SheetFieldsProps<R> {
  sheet: SheetState<R>;
  record: R;
}

/** Show the only record of a sheet as labeled inputs instead of a table with one row. */
export function SheetFields<R>({ sheet, record }: SheetFieldsProps<R>) {
  const row = sheet.getKey(record);
  const container = useRef<HTMLDivElement>(null);
  useFocusInvalidCell(container, sheet);
  const columns = sheet.columns.filter(({ kind, cell }) => kind !== "readonly" && cell === undefined);
  const getFieldProps = (column: SheetColumn<R>) => ({
    column,
    value: sheet.changes.get(row)?.get(column.id) ?? column.read(record),
    error: sheet.errors.get(row)?.get(column.id),
    onText: (text: string) => sheet.write([{ row, column: column.id, text }]),
  });
  return (
    <SimpleGrid ref={container} cols={{ base: 1, xs: 2, md: 3 }}>
      {columns.map((column) => (
        <Field key={column.id} {...getFieldProps(column)} />
      ))}
    </SimpleGrid>
  );
}

interface FieldProps<R> {
  column: SheetColumn<R>;
  value: string;
  error: string | undefined;
  onText: (text: string) => void;
}

function Field<R>({ column: { header, kind, choices }, value, error, onText }: FieldProps<R>) {
  if (kind === "switch")
    return (
      <Switch
        label={header}
        mt={{ base: 0, xs: 30 }}
        checked={value === "true"}
        onChange={(event) => onText(String(event.currentTarget.checked))}
      />
    );
  if (kind === "choice")
    return (
      <NativeSelect
        label={header}
        data={[...(choices ?? [])]}
        value={value}
        error={error}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    );
  return (
    <TextInput
      label={header}
      inputMode={getInputMode(kind)}
      spellCheck={false}
      autoComplete="off"
      value={value}
      error={error}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}
