import { Button, Group, Stack } from "@mantine/core";
import { FillSheet, Section, Sheet, SheetFields, type SheetState, useKeptFocus, useWindow } from "@souk/ui";
import { IconPlus } from "@tabler/icons-react";
import { useCallback, useRef, useState } from "react";
import type { Product, Variant } from "../product-queries.ts";
import { variantName } from "../variant-name.ts";
import { AddVariant } from "./add-variant.tsx";
import { DeleteVariant } from "./delete-variant.tsx";
import { strings } from "./strings.ts";
import { VariantHead } from "./variant-head.tsx";

interface VariantsSectionProps {
  product: Product;
  sheet: SheetState<Variant>;
}

/** The variants of a product in a sheet; of a product in one form only, plain fields. */
export function VariantsSection({ product, sheet }: VariantsSectionProps) {
  const [only] = product.variants;
  if (only !== undefined && product.variant_types.length === 0)
    return (
      <Section title={strings.only}>
        <SheetFields sheet={sheet} record={only} />
      </Section>
    );
  return <ManyVariants product={product} sheet={sheet} />;
}

function ManyVariants({ product, sheet }: VariantsSectionProps) {
  const [isAdding, setAdding] = useState(false);
  const { shown: deletion, open: askToDelete, close } = useWindow<Variant>();
  const region = useRef<HTMLDivElement>(null);
  useKeptFocus(region, product.variants.map(({ id }) => id).join());
  const canDelete = product.variants.length > 1;
  const headOf = useCallback(
    (variant: Variant) => (
      <VariantHead
        name={variantName(variant, product)}
        picture={product.images.find(({ id }) => id === variant.image_id)?.url}
        {...(canDelete ? { onDelete: () => askToDelete(variant) } : {})}
      />
    ),
    [product, canDelete, askToDelete],
  );
  const groups = product.variant_options.map(({ id, name }) => ({
    label: name,
    has: ({ options }: Variant) => options.some(({ variant_option_id }) => variant_option_id === id),
  }));
  return (
    <Section title={strings.title} lead={strings.lead}>
      <Stack ref={region} tabIndex={-1}>
        <Group>
          <FillSheet sheet={sheet} groups={groups} />
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {strings.add}
          </Button>
        </Group>
        <Sheet
          label={strings.label}
          corner={strings.corner}
          sheet={sheet}
          nameOf={(variant) => variantName(variant, product)}
          headOf={headOf}
        />
      </Stack>
      {isAdding && <AddVariant product={product} onClose={() => setAdding(false)} />}
      {deletion && (
        <DeleteVariant opened={deletion.opened} product={product} variant={deletion.about} onClose={close} />
      )}
    </Section>
  );
}
