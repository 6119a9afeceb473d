import { type Board, createBoard } from "./board.ts";

/** The boards of all shops, and the streams that pages watch them through. */
export interface Boards {
  of(shop: string): Board;
  /** A shop has removed the app: its pages are told, and nothing of it is kept. */
  remove(shop: string): void;
  /** Fires when the app stops. */
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
