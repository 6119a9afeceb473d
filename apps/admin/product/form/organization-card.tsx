import { MultiSelect, Stack } from "@mantine/core";
import { Section, scrollingListProps } from "@souk/ui";
import { memo } from "react";
import { useAllCollections } from "../../collections/all-collections.ts";
import { texts } from "../../texts.ts";
import { ProductFields } from "./product-fields.tsx";
import type { ProductForm } from "./use-product-form.ts";

/** Show the card with a product's vendor, brand, product type, tags and collections. */
export const OrganizationCard = memo(function OrganizationCard({ form }: { form: ProductForm }) {
  return (
    <Section title={texts.productForm.sections.organization}>
      <Stack>
        <ProductFields form={form} section="organization" />
        <CollectionsInput form={form} />
      </Stack>
    </Section>
  );
});

function CollectionsInput({ form }: { form: ProductForm }) {
  const { data = [] } = useAllCollections();
  const value = form.values["collections"];
  const { label, none, choose } = texts.productForm.collections;
  return (
    <MultiSelect
      label={label}
      placeholder={choose}
      data={data.map(({ id, title }) => ({ value: String(id), label: title }))}
      value={Array.isArray(value) ? [...value] : []}
      onChange={(selectedIds) => form.change("collections", selectedIds)}
      searchable
      limit={100}
      nothingFoundMessage={none}
      {...scrollingListProps}
    />
  );
}
