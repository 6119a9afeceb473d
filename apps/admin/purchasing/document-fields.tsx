import { Group, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { scrollingListProps } from "@souk/ui";
import type { Location } from "../locations/location-queries.ts";
import { texts } from "../texts.ts";
import type { DocumentDraft, DraftProblems } from "./document-draft.ts";

interface DocumentFieldsProps {
  draft: DocumentDraft;
  problems: DraftProblems;
  isTransfer: boolean;
  /** Whether the locations can't be changed, because the document is no longer a draft. */
  areLocationsFixed: boolean;
  locations: readonly Location[];
  onChange: (changes: Partial<DocumentDraft>) => void;
}

/** Show the inputs for a stock document's fields except its lines. */
export function DocumentFields(props: DocumentFieldsProps) {
  const { draft, problems, isTransfer, areLocationsFixed, onChange } = props;
  const { fields } = texts.purchasing;
  const renderLocation = (end: "from" | "to") => (
    <LocationSelect
      {...props}
      label={fields[end]}
      end={end}
      error={problems[end]}
      disabled={areLocationsFixed}
    />
  );
  return (
    <Stack gap="sm">
      {!isTransfer && (
        <TextInput
          label={fields.supplier}
          placeholder={fields.supplierHint}
          maxLength={255}
          error={problems.supplier}
          value={draft.supplier}
          onChange={(event) => onChange({ supplier: event.currentTarget.value })}
        />
      )}
      <Group grow preventGrowOverflow={false} align="flex-start">
        {isTransfer && renderLocation("from")}
        {renderLocation("to")}
        <TextInput
          type="date"
          label={fields.expected}
          miw={180}
          error={problems.expected}
          value={draft.expected}
          onChange={(event) => onChange({ expected: event.currentTarget.value })}
        />
      </Group>
      <Textarea
        label={fields.note}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={65_536}
        error={problems.note}
        value={draft.note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
    </Stack>
  );
}

interface LocationSelectProps extends DocumentFieldsProps {
  label: string;
  /** Whether the input selects the origin or the destination. */
  end: "from" | "to";
  error: string | undefined;
  disabled: boolean;
}

function LocationSelect({ draft, locations, onChange, label, end, error, disabled }: LocationSelectProps) {
  const value = draft[end];
  return (
    <Select
      label={label}
      required
      miw={180}
      allowDeselect={false}
      disabled={disabled}
      error={error}
      value={value === null ? null : String(value)}
      data={locations.map(({ id, name, is_active }) => ({
        value: String(id),
        label: name,
        disabled: end === "to" && !is_active,
      }))}
      onChange={(selectedId) => onChange({ [end]: selectedId === null ? null : Number(selectedId) })}
      {...scrollingListProps}
    />
  );
}
