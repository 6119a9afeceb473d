import { Button, NativeSelect, Popover, Stack, TextInput } from "@mantine/core";
import { IconTableDown } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { toast } from "../action/toast.ts";
import { texts } from "../texts.ts";
import type { SheetColumn } from "./sheet-column.ts";
import type { SheetState } from "./use-sheet.ts";

/** A group of rows, for example all variants of one size. */
export interface SheetGroup<R> {
  label: string;
  contains: (record: R) => boolean;
}

interface FillSheetProps<R> {
  sheet: SheetState<R>;
  groups?: readonly SheetGroup<R>[];
}

/** Show the button that opens the form to set one value in a column, for all rows or for a group of rows. */
export function FillSheet<R>(props: FillSheetProps<R>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width={300}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconTableDown size={16} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.sheet.fill}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <FillForm {...props} onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function getInitialText<R>(column: SheetColumn<R> | undefined): string {
  if (column?.kind === "switch") return "true";
  return column?.kind === "choice" ? (column.choices?.[0]?.value ?? "") : "";
}

function FillForm<R>({ sheet, groups = [], onDone }: FillSheetProps<R> & { onDone: () => void }) {
  const columns = sheet.columns.filter(({ kind, cell }) => kind !== "readonly" && cell === undefined);
  const [columnId, setColumnId] = useState(columns[0]?.id ?? "");
  const [groupLabel, setGroupLabel] = useState("");
  const [text, setText] = useState("");
  const [error, setError] = useState<string | undefined>();
  const column = columns.find(({ id }) => id === columnId);
  const selectedGroup = groups.find(({ label }) => label === groupLabel);
  const rows = selectedGroup ? sheet.rows.filter(selectedGroup.contains) : sheet.rows;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const textError = column?.check?.(text.trim());
    setError(textError);
    if (column === undefined || textError !== undefined) return;
    sheet.write(rows.map((record) => ({ row: sheet.getKey(record), column: column.id, text: text.trim() })));
    toast.note(texts.sheet.filled({ column: column.header, count: rows.length }));
    onDone();
  };
  const { fillColumn, fillRows, fillAll, fillApply } = texts.sheet;
  return (
    <form onSubmit={apply} noValidate>
      <Stack gap="sm">
        <NativeSelect
          label={fillColumn}
          data={columns.map(({ id, header }) => ({ value: id, label: header }))}
          value={columnId}
          onChange={({ currentTarget: { value } }) => {
            setColumnId(value);
            setText(getInitialText(columns.find(({ id }) => id === value)));
            setError(undefined);
          }}
        />
        {groups.length > 0 && (
          <NativeSelect
            label={fillRows}
            data={[
              { value: "", label: fillAll({ count: sheet.rows.length }) },
              ...groups.map(({ label }) => ({ value: label, label })),
            ]}
            value={groupLabel}
            onChange={(event) => setGroupLabel(event.currentTarget.value)}
          />
        )}
        <FillValueInput column={column} text={text} error={error} onText={setText} />
        <Button type="submit">{fillApply({ count: rows.length })}</Button>
      </Stack>
    </form>
  );
}

interface FillValueInputProps<R> {
  column: SheetColumn<R> | undefined;
  text: string;
  error: string | undefined;
  onText: (text: string) => void;
}

function FillValueInput<R>({ column, text, error, onText }: FillValueInputProps<R>) {
  const { fillValue, on, off } = texts.sheet;
  const onOffChoices = [
    { value: "true", label: on },
    { value: "false", label: off },
  ];
  const choices = column?.kind === "switch" ? onOffChoices : column?.choices;
  if (choices)
    return (
      <NativeSelect
        label={fillValue}
        data={[...choices]}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    );
  return (
    <TextInput
      label={fillValue}
      value={text}
      error={error}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}
