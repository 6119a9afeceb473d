import { Autocomplete, Text, TextInput } from "@mantine/core";
import { ApiError } from "@souk/client";
import { describeFieldError, scrollingListProps, useAdminConsole, useStore } from "@souk/ui";
import { useState } from "react";
import { texts } from "../../texts.ts";
import { buildVariantColumns } from "../../variants/variant-columns.ts";
import { OptionDialog } from "../options/option-dialog.tsx";
import { useOptionAction } from "../options/use-option-action.ts";
import type { Product } from "../product-queries.ts";

/** Show the dialog that adds a variant, with an input for the value of each option. The combination of values must be new. */
export function AddVariant({ product, onClose }: { product: Product; onClose: () => void }) {
  const admin = useAdminConsole();
  const { currency_code } = useStore();
  const types = product.variant_types.toSorted((a, b) => a.position - b.position);
  const [values, setValues] = useState<ReadonlyMap<number, string>>(new Map());
  const [price, setPrice] = useState(product.variants[0]?.price ?? "");
  const [showsErrors, setShowsErrors] = useState(false);
  const priceError = buildVariantColumns(["price"], currency_code)[0]?.check?.(price);
  const options = types.map(({ id, name }) => ({ name, value: (values.get(id) ?? "").trim() }));
  const name = options.map(({ value }) => value).join(" / ");
  const add = useOptionAction({
    run: () => admin.variants.create({ params: { product_id: product.id }, body: { options, price } }),
    done: texts.productVariants.added({ name }),
    onDone: onClose,
  });
  const fieldErrors = add.error instanceof ApiError ? add.error.fields : [];
  const priceFieldError = fieldErrors.find(({ path }) => path === "price");
  const apiPriceError = priceFieldError && describeFieldError(priceFieldError, texts.productVariants.price);
  const isReady = options.every(({ value }) => value !== "") && priceError === undefined;
  const submit = () => {
    setShowsErrors(true);
    if (isReady) add.start(undefined);
  };
  return (
    <OptionDialog
      title={texts.productVariants.addTitle}
      confirm={texts.productVariants.addConfirm}
      isRunning={add.isRunning}
      error={apiPriceError === undefined ? add.error : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">{texts.productVariants.addLead}</Text>
      {types.map((type) => (
        <Autocomplete
          key={type.id}
          label={type.name}
          maxLength={255}
          value={values.get(type.id) ?? ""}
          error={
            showsErrors && (values.get(type.id) ?? "").trim() === ""
              ? texts.productVariants.valueRequired
              : undefined
          }
          onChange={(value) => setValues(new Map(values).set(type.id, value))}
          data={product.variant_options
            .filter(({ variant_type_id }) => variant_type_id === type.id)
            .map((value) => value.name)}
          {...scrollingListProps}
        />
      ))}
      <TextInput
        label={texts.productVariants.price}
        inputMode="decimal"
        value={price}
        error={showsErrors ? (priceError ?? apiPriceError) : undefined}
        onChange={(event) => {
          setPrice(event.currentTarget.value);
          add.reset();
        }}
      />
    </OptionDialog>
  );
}
