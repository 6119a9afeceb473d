import { Button } from "@mantine/core";
import { ConfirmDialog, useAdminConsole, useStore } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Product } from "./product-queries.ts";
import { strings } from "./strings.ts";

/** Deletes a product, with what is lost said first. */
export function DeleteProduct({ product: { id, title } }: { product: Product }) {
  const admin = useAdminConsole();
  const { handle } = useStore();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const words = strings.delete;
  return (
    <>
      <Button variant="outline" color="red" onClick={() => setAsking(true)}>
        {words.button}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={words.title(title)}
        confirm={words.confirm}
        danger
        done={words.done(title)}
        onConfirm={() => admin.products.delete({ params: { id } })}
        onDone={() => {
          // What was not saved is gone with the product: nothing is asked about it.
          void navigate({ to: `/${handle}/products`, ignoreBlocker: true });
          queries.removeQueries({ queryKey: ["product", id] });
          for (const key of ["products", "collections", "tags", "activity"])
            void queries.invalidateQueries({ queryKey: [key] });
        }}
      >
        {words.text}
      </ConfirmDialog>
    </>
  );
}
