import { Group, Stack, Text } from "@mantine/core";
import { maxOptionTypes } from "@souk/contract";
import { FillSheet, Section, Sheet, SheetFields, type SheetState } from "@souk/ui";
import { texts } from "../../texts.ts";
import type { OptionBeingWritten } from "../options/combine-options.ts";
import { OptionsDraft } from "../options/options-draft.tsx";

import { type NewVariant, onlyRow } from "./variant-rows.ts";

interface NewVariantsProps {
  options: readonly OptionBeingWritten[];
  onOptions: (options: readonly OptionBeingWritten[]) => void;
  isChecked: boolean;
  sheet: SheetState<NewVariant>;
  /** The name of the location of the opening stock. */
  primary: string | undefined;
}

const getName = ({ key }: NewVariant) => key;

/** Show the options of a new product, and a row for each resulting variant with price, stock and the rest. */
export function NewVariants({ options, onOptions, isChecked, sheet, primary }: NewVariantsProps) {
  const only = sheet.rows.find((row) => row === onlyRow);
  const values = [...new Set(sheet.rows.flatMap((row) => row.values))];
  const groups = values.map((value) => ({
    label: value,
    has: (row: NewVariant) => row.values.includes(value),
  }));
  const hint = primary !== undefined && (
    <Text size="sm" c="dimmed" mt="sm">
      {texts.productNew.stockHint({ place: primary })}
    </Text>
  );
  return (
    <>
      <Section title={texts.productOptions.title} lead={texts.productOptions.lead({ max: maxOptionTypes })}>
        <OptionsDraft options={options} onChange={onOptions} isChecked={isChecked} />
      </Section>
      {only ? (
        <Section title={texts.productNew.only}>
          <SheetFields sheet={sheet} record={only} />
          {hint}
        </Section>
      ) : (
        <Section title={texts.productNew.variants} lead={texts.productNew.variantsLead}>
          <Stack>
            <Group>
              <FillSheet sheet={sheet} groups={groups} />
            </Group>
            <Sheet
              label={texts.productNew.label}
              corner={texts.productNew.corner}
              sheet={sheet}
              getName={getName}
            />
          </Stack>
          {hint}
        </Section>
      )}
    </>
  );
}
