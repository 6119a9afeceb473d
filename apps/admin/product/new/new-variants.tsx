import { Group, Stack, Text } from "@mantine/core";
import { mostTypes } from "@souk/contract";
import { FillSheet, Section, Sheet, SheetFields, type SheetState } from "@souk/ui";
import type { OptionBeingWritten } from "../options/combine-options.ts";
import { OptionsDraft } from "../options/options-draft.tsx";
import { strings as optionStrings } from "../options/strings.ts";
import { strings } from "./strings.ts";
import { type NewVariant, onlyRow } from "./variant-rows.ts";

interface NewVariantsProps {
  options: readonly OptionBeingWritten[];
  onOptions: (options: readonly OptionBeingWritten[]) => void;
  isChecked: boolean;
  sheet: SheetState<NewVariant>;
  /** The name of the location that the opening stock lies at. */
  primary: string | undefined;
}

const nameOf = ({ key }: NewVariant) => key;

/** The options of a new product, and the price, stock and the rest of each variant that they make. */
export function NewVariants({ options, onOptions, isChecked, sheet, primary }: NewVariantsProps) {
  const only = sheet.rows.find((row) => row === onlyRow);
  const values = [...new Set(sheet.rows.flatMap((row) => row.values))];
  const groups = values.map((value) => ({
    label: value,
    has: (row: NewVariant) => row.values.includes(value),
  }));
  const hint = primary !== undefined && (
    <Text size="sm" c="dimmed" mt="sm">
      {strings.stockHint(primary)}
    </Text>
  );
  return (
    <>
      <Section title={optionStrings.title} lead={optionStrings.lead(mostTypes)}>
        <OptionsDraft options={options} onChange={onOptions} isChecked={isChecked} />
      </Section>
      {only ? (
        <Section title={strings.only}>
          <SheetFields sheet={sheet} record={only} />
          {hint}
        </Section>
      ) : (
        <Section title={strings.variants} lead={strings.variantsLead}>
          <Stack>
            <Group>
              <FillSheet sheet={sheet} groups={groups} />
            </Group>
            <Sheet label={strings.label} corner={strings.corner} sheet={sheet} nameOf={nameOf} />
          </Stack>
          {hint}
        </Section>
      )}
    </>
  );
}
