import { Group, Stack, Text } from "@mantine/core";
import { maxOptionTypes } from "@souk/contract";
import { FillSheet, Section, Sheet, SheetFields, type SheetState } from "@souk/ui";
import { texts } from "../../texts.ts";
import type { EditedOption } from "../options/combine-options.ts";
import { OptionsEditor } from "../options/options-editor.tsx";
import { type NewVariant, singleRow } from "./variant-rows.ts";

interface NewVariantsProps {
  options: readonly EditedOption[];
  onOptionsChange: (options: readonly EditedOption[]) => void;
  /** Whether errors of the options are shown; true after the first attempt to save. */
  showsErrors: boolean;
  sheet: SheetState<NewVariant>;
  /** The name of the location to which the stock in the sheet is added. */
  primaryLocationName: string | undefined;
}

const getName = ({ key }: NewVariant) => key;

/** Show the options of a new product, and the fields of each resulting variant: its price, stock, SKU and others. */
export function NewVariants({
  options,
  onOptionsChange,
  showsErrors,
  sheet,
  primaryLocationName,
}: NewVariantsProps) {
  const singleVariant = sheet.rows.find((row) => row === singleRow);
  const values = [...new Set(sheet.rows.flatMap((row) => row.values))];
  const groups = values.map((value) => ({
    label: value,
    contains: (row: NewVariant) => row.values.includes(value),
  }));
  const stockHint = primaryLocationName !== undefined && (
    <Text size="sm" c="dimmed" mt="sm">
      {texts.productNew.stockHint({ location: primaryLocationName })}
    </Text>
  );
  return (
    <>
      <Section title={texts.productOptions.title} lead={texts.productOptions.lead({ max: maxOptionTypes })}>
        <OptionsEditor options={options} onChange={onOptionsChange} showsErrors={showsErrors} />
      </Section>
      {singleVariant ? (
        <Section title={texts.productNew.only}>
          <SheetFields sheet={sheet} record={singleVariant} />
          {stockHint}
        </Section>
      ) : (
        <Section title={texts.productNew.variants} lead={texts.productNew.variantsLead}>
          <Stack>
            <Group>
              <FillSheet sheet={sheet} groups={groups} />
            </Group>
            <Sheet
              label={texts.productNew.label}
              nameHeader={texts.productNew.corner}
              sheet={sheet}
              getName={getName}
            />
          </Stack>
          {stockHint}
        </Section>
      )}
    </>
  );
}
