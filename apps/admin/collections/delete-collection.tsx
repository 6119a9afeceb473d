import { Button } from "@mantine/core";
import { ConfirmDialog, useAdminConsole, useStore } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Collection } from "./all-collections.ts";
import { strings } from "./strings.ts";

/** Deletes a collection, with what becomes of its products said first. */
export function DeleteCollection({ collection: { id, title } }: { collection: Collection }) {
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
        onConfirm={() => admin.collections.delete({ params: { id } })}
        onDone={() => {
          void navigate({ to: `/${handle}/collections` });
          queries.removeQueries({ queryKey: ["collections", "one", id] });
          for (const key of ["collections", "products", "product"])
            void queries.invalidateQueries({ queryKey: [key] });
        }}
      >
        {words.text}
      </ConfirmDialog>
    </>
  );
}
