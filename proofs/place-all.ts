import type { Answer } from "@souk/testkit";
import { type Adjustment, adjustmentRequest, type Level } from "./adjustments.ts";
import { type KeyedRequest, send } from "./keyed-request.ts";
import { type AnsweredOrder, type NewOrder, orderRequest } from "./new-orders.ts";
import { type AnsweredRates, type RateQuestion, rateRequest } from "./rate-questions.ts";
import { carryOut, type PlacedSending, type Sender, type Sending } from "./sendings.ts";
import { type Known, untilKnown } from "./until-known.ts";

export interface PlacedAdjustment {
  adjustment: Adjustment;
  known: Known<Level>;
}

export interface PlacedOrder {
  order: NewOrder;
  known: Known<AnsweredOrder>;
  /** The fulfillment; null where there was to be none, or its result is unknown. */
  sent: PlacedSending | null;
}

export interface AskedRates {
  question: RateQuestion;
  known: Known<AnsweredRates>;
}

/** One piece of the clients' work. */
export type Piece =
  | { adjustment: Adjustment }
  | { order: NewOrder; sending: Sending | null }
  | { question: RateQuestion };
export type Placed = PlacedAdjustment | PlacedOrder | AskedRates;

export function adjustmentsIn(placed: readonly Placed[]): PlacedAdjustment[] {
  return placed.filter((entry) => "adjustment" in entry);
}

export function ordersIn(placed: readonly Placed[]): PlacedOrder[] {
  return placed.filter((entry) => "order" in entry);
}

export function sendingsIn(placed: readonly Placed[]): PlacedSending[] {
  return ordersIn(placed).flatMap(({ sent }) => sent ?? []);
}

export function questionsIn(placed: readonly Placed[]): AskedRates[] {
  return placed.filter((entry) => "question" in entry);
}

/** Return whether the client of a piece must know its result in the end. */
export function mustBeKnown(placed: Placed): boolean {
  if ("question" in placed) return true;
  return ("order" in placed ? placed.order.key : placed.adjustment.key) !== null;
}

export interface Placing extends Sender {
  /** Wait until the piece at this index may be sent. */
  gate(index: number): Promise<void>;
}

/** Let several clients send all pieces in parallel, each taking the next when it is done with one. */
export function placeAll(pieces: readonly Piece[], placing: Placing, clients: number) {
  const placed: Placed[] = [];
  let next = 0;
  async function work(): Promise<void> {
    for (let index = next++; index < pieces.length; index = next++) {
      await placing.gate(index);
      placed.push(await place(pieces[index] as Piece, placing));
    }
  }
  return { placed, done: Promise.all(Array.from({ length: clients }, work)) };
}

async function place(piece: Piece, placing: Placing): Promise<Placed> {
  const asked = <Done>(request: KeyedRequest, read: (answer: Answer) => Done, isReading = false) =>
    untilKnown(
      {
        name: request.path,
        isRepeatable: isReading || request.key !== null,
        send: () => send(request, placing),
        read,
      },
      placing.signal,
    );
  if ("question" in piece) {
    const known = await asked(rateRequest(piece.question), (answer) => answer.json<AnsweredRates>(), true);
    return { ...piece, known };
  }
  if ("adjustment" in piece) {
    const read = (answer: Answer) => answer.json<{ inventory_level: Level }>().inventory_level;
    return { ...piece, known: await asked(adjustmentRequest(piece.adjustment), read) };
  }
  const { order, sending } = piece;
  const read = (answer: Answer) => answer.json<{ order: AnsweredOrder }>().order;
  const known = await asked(orderRequest(order), read);
  const sent = sending && known.is === "done" ? await carryOut(sending, known.answer.id, placing) : null;
  return { order, known, sent };
}
