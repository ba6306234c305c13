// Inserts a name into a sentence and isolates the name's text direction.
import { Fragment } from 'react';
import { piecesOf, type Unfilled } from '../../copy/sentences.ts';

export interface SentenceProps {
  readonly text: Unfilled<'name'>;
  readonly name: string;
}

export function Sentence({ text, name }: SentenceProps) {
  return piecesOf(text).map((piece, at) => (
    <Fragment key={at}>
      {piece.text}
      {piece.placeholder !== null && <bdi className="name">{name}</bdi>}
    </Fragment>
  ));
}
