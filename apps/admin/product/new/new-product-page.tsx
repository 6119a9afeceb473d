import { Stack } from "@mantine/core";
import { mostVariants, operations } from "@souk/contract";
import { Answered, PageFrame, SaveBar, useSheet, useStore } from "@souk/ui";
import { useMemo, useState } from "react";
import { type Location, useLocations } from "../../locations/location-queries.ts";
import { useKnownTags } from "../../products/known-tags.ts";
import { variantColumns } from "../../variants/variant-columns.ts";
import { FormCards } from "../form/form-cards.tsx";
import { NoteCard } from "../form/note-card.tsx";
import { productSpecs } from "../form/product-draft.ts";
import { ProductProblems } from "../form/product-problems.tsx";
import { SearchCard } from "../form/search-card.tsx";
import { useProductForm } from "../form/use-product-form.ts";
import { useUploads } from "../images/use-uploads.ts";
import {
  countCombinations,
  type OptionBeingWritten,
  optionFaults,
  writtenOptions,
} from "../options/combine-options.ts";
import { strings as optionStrings } from "../options/strings.ts";
import { NewImages } from "./new-images.tsx";
import { NewVariants } from "./new-variants.tsx";
import { strings } from "./strings.ts";
import { useCreateProduct } from "./use-create-product.ts";
import { type NewVariant, newVariantFaults, onlyRow, variantRows } from "./variant-rows.ts";

/** What a product begins with. */
const start = {
  is_published: true,
  taxable: true,
  shipping_required: true,
  inventory_management: "souk",
};

/** Makes a product with its options, variants and pictures. */
export function NewProductPage() {
  const { handle } = useStore();
  const locations = useLocations();
  return (
    <PageFrame
      wide
      title={strings.title}
      breadcrumbs={[{ label: strings.products, to: `/${handle}/products` }]}
    >
      <Answered query={locations} skeleton="form">
        {(places) => <NewProduct primary={places.find(({ is_primary }) => is_primary)} />}
      </Answered>
    </PageFrame>
  );
}

const keyOf = ({ key }: NewVariant) => key;
const onlyRows = [onlyRow];
const nothing = async () => undefined;

/** The draft of a product: its form, options, variants and pictures. */
function useDraft() {
  const { currency_code } = useStore();
  const knownTags = useKnownTags("product");
  const specs = useMemo(() => productSpecs(operations.createProduct.body, knownTags), [knownTags]);
  const form = useProductForm(specs, { record: start, isNew: true });
  const [options, setOptions] = useState<readonly OptionBeingWritten[]>([]);
  const written = useMemo(() => writtenOptions(options), [options]);
  const columns = useMemo(
    () =>
      variantColumns(
        [
          "price",
          "compare_at_price",
          "cost_price",
          "sku",
          "barcode",
          "inventory_quantity",
          "weight",
          "weight_unit",
        ],
        currency_code,
      ),
    [currency_code],
  );
  const one = useSheet({ rows: onlyRows, keyOf, columns });
  const rows = useMemo(() => variantRows(written, one.changes), [written, one.changes]);
  const many = useSheet({ rows, keyOf, columns });
  const uploads = useUploads(nothing);
  const discard = () => {
    form.discard();
    setOptions([]);
    one.settle();
    many.settle();
    for (const { id } of uploads.list) uploads.forget(id);
  };
  return { form, options, setOptions, written, sheet: written.length === 0 ? one : many, uploads, discard };
}

function NewProduct({ primary }: { primary: Location | undefined }) {
  const { form, options, setOptions, written, sheet, uploads, discard } = useDraft();
  const [isChecked, setChecked] = useState(false);
  const { start: create, isRunning } = useCreateProduct({ form, options: written, sheet, uploads });
  const areOptionsRight =
    optionFaults(options, optionStrings.faults).every((fault) => fault === "") &&
    countCombinations(written) <= mostVariants;
  const wrongCells = sheet.errors.size > 0 ? strings.wrongCells : undefined;
  const problem = isChecked && !areOptionsRight ? strings.wrongOptions : wrongCells;
  const save = () => {
    setChecked(true);
    const isRight = form.check();
    const faults = newVariantFaults([...sheet.rows], sheet);
    sheet.refuse(faults);
    if (isRight && faults.length > 0) sheet.lead();
    if (isRight && faults.length === 0 && areOptionsRight) void create();
  };
  const isDirty =
    form.changed.length > 0 || options.length > 0 || sheet.changes.size > 0 || uploads.list.length > 0;
  return (
    <Stack gap="lg">
      <ProductProblems form={form} />
      <FormCards form={form} pictures={<NewImages uploads={uploads} />} />
      <NewVariants
        options={options}
        onOptions={setOptions}
        isChecked={isChecked}
        sheet={sheet}
        primary={primary?.name}
      />
      <SearchCard form={form} />
      <NoteCard form={form} />
      <SaveBar
        isDirty={isDirty}
        isRunning={isRunning}
        problem={problem}
        save={strings.create}
        onSave={save}
        onDiscard={() => {
          discard();
          setChecked(false);
        }}
      />
    </Stack>
  );
}
