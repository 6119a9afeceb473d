import { randomKey, useUpload } from "@souk/ui";
import { useRef, useState } from "react";
import { getImageErrorText } from "./image-error-text.ts";
import { newUploads, type Upload, underWay, withUpload } from "./uploads.ts";

export interface Uploads {
  list: readonly Upload[];
  count: number;
  /** Add files as uploads. @param room how many more images fit */
  add: (files: readonly File[], room: number) => void;
  /** Send the waiting files to a product, one after another; return those that failed. */
  send: (productId: number) => Promise<readonly Upload[]>;
  retry: (id: string) => void;
  forget: (id: string) => void;
}

/**
 * Upload files as images of a product.
 * @param onAdded called after each file that became an image
 */
export function useUploads(onAdded: () => Promise<unknown> | undefined): Uploads {
  const upload = useUpload();
  const [list, setList] = useState<readonly Upload[]>([]);
  const latest = useRef(list);
  const sending = useRef<Promise<readonly Upload[]> | null>(null);
  const set = (next: readonly Upload[]) => {
    latest.current = next;
    setList(next);
  };
  const change = (id: string, some: Partial<Upload>) => set(withUpload(latest.current, id, some));

  const sendOne = async (productId: number, { id, file }: Upload) => {
    change(id, { state: "sending", part: 0, error: "" });
    const calls = upload((part) => change(id, { part }));
    try {
      await calls.images.create({ params: { product_id: productId }, upload: file, idempotencyKey: id });
      change(id, { state: "done", part: 1 });
      await onAdded();
      set(latest.current.filter((each) => each.id !== id));
    } catch (error) {
      change(id, { state: "failed", error: getImageErrorText(error) });
    }
  };
  const sendAll = async (productId: number) => {
    for (;;) {
      const next = latest.current.find(({ state }) => state === "waiting");
      if (next === undefined) return latest.current.filter(({ state }) => state === "failed");
      await sendOne(productId, next);
    }
  };
  return {
    list,
    count: underWay(list),
    add: (files, room) => set([...latest.current, ...newUploads(files, room, randomKey)]),
    send: (productId) => {
      sending.current ??= sendAll(productId).finally(() => {
        sending.current = null;
      });
      return sending.current;
    },
    // Sent with the same key: if only the answer was lost, no duplicate image is created.
    retry: (id) => change(id, { state: "waiting", error: "" }),
    forget: (id) => set(latest.current.filter((each) => each.id !== id)),
  };
}
