import { createRandomKey, useUpload } from "@souk/ui";
import { useRef, useState } from "react";
import { getImageErrorText } from "./image-error-text.ts";
import { countUnfinished, createUploads, type Upload, updateUpload } from "./uploads.ts";

export interface Uploads {
  list: readonly Upload[];
  unfinishedCount: number;
  /**
   * Add files as uploads, without sending them.
   * @param remainingSlots how many more images the product can have
   */
  add: (files: readonly File[], remainingSlots: number) => void;
  /** Send the waiting files to a product one after another; return the failed uploads. */
  send: (productId: number) => Promise<readonly Upload[]>;
  /** Mark a failed upload as waiting, so that the next `send` sends it again. */
  retry: (id: string) => void;
  /** Remove an upload from the list. */
  dismiss: (id: string) => void;
}

/**
 * Return the uploads of a product's images, and the functions that add and send them.
 * @param onAdded called after each file that was added as an image
 */
export function useUploads(onAdded: () => Promise<unknown> | undefined): Uploads {
  const createUploadConsole = useUpload();
  const [list, setList] = useState<readonly Upload[]>([]);
  const currentList = useRef(list);
  const runningSend = useRef<Promise<readonly Upload[]> | null>(null);
  const updateList = (newList: readonly Upload[]) => {
    currentList.current = newList;
    setList(newList);
  };
  const change = (id: string, changes: Partial<Upload>) =>
    updateList(updateUpload(currentList.current, id, changes));

  const sendOne = async (productId: number, { id, file }: Upload) => {
    change(id, { state: "sending", progress: 0, error: "" });
    const admin = createUploadConsole((progress) => change(id, { progress }));
    try {
      await admin.images.create({ params: { product_id: productId }, upload: file, idempotencyKey: id });
      change(id, { state: "done", progress: 1 });
      await onAdded();
      updateList(currentList.current.filter((candidate) => candidate.id !== id));
    } catch (error) {
      change(id, { state: "failed", error: getImageErrorText(error) });
    }
  };
  const sendAll = async (productId: number) => {
    for (;;) {
      const nextUpload = currentList.current.find(({ state }) => state === "waiting");
      if (nextUpload === undefined) return currentList.current.filter(({ state }) => state === "failed");
      await sendOne(productId, nextUpload);
    }
  };
  return {
    list,
    unfinishedCount: countUnfinished(list),
    add: (files, remainingSlots) =>
      updateList([...currentList.current, ...createUploads(files, remainingSlots, createRandomKey)]),
    send: (productId) => {
      runningSend.current ??= sendAll(productId).finally(() => {
        runningSend.current = null;
      });
      return runningSend.current;
    },
    // The file is sent again with the same idempotency key, so that no duplicate is created if only the response was lost.
    retry: (id) => change(id, { state: "waiting", error: "" }),
    dismiss: (id) => updateList(currentList.current.filter((candidate) => candidate.id !== id)),
  };
}
