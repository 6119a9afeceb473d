import { type Board, createBoard } from "./board.ts";

/** Boards of all stores, and the streams through which pages watch them. */
export interface Boards {
  of(shop: string): Board;
  /** Remove a store after uninstall: notify its open pages and delete its data. */
  remove(shop: string): void;
  /** Signal that fires when the app stops. */
  closing: AbortSignal;
  close(): void;
}

export function createBoards(): Boards {
  const boards = new Map<string, Board>();
  const closing = new AbortController();
  return {
    of: (shop) => {
      const board = boards.get(shop) ?? createBoard();
      boards.set(shop, board);
      return board;
    },
    remove: (shop) => {
      boards.get(shop)?.removed();
      boards.delete(shop);
    },
    closing: closing.signal,
    close: () => closing.abort(),
  };
}
