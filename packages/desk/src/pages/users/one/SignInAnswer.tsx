// Answers "Can they sign in?": every obstacle in a sentence, with the action that removes it.
import { whyTexts } from '@latchkey/seller-copy/history-text.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet } from '@latchkey/kit/Sheet.tsx';
import type { AnswerTo } from '../../../client/seller.ts';
import { useLanguage } from '../../../copy/language.ts';
import { useMay } from '../../../session/application.ts';
import type { ChosenChange } from '../changes.ts';
import { fixOf, type Obstacle } from './obstacle-fix.ts';

interface SignInAnswerProps {
  readonly name: string;
  readonly answer: AnswerTo<'why'>;
  readonly onChange: (change: ChosenChange) => void;
}

export function SignInAnswer({ name, answer, onChange }: SignInAnswerProps) {
  const { copy, seller, formats } = useLanguage();
  const { user: texts } = copy;
  const { obstacles } = answer;
  const { first, others, lastRefusal } = whyTexts(seller, name, answer, {
    time: formats.dateTime,
    duration: formats.days,
  });
  // The pause of the application is an obstacle of the request and of the subscription.
  const lines = [first, ...others]
    .map((sentence, at) => ({ sentence, obstacle: obstacles[at] }))
    .filter(({ sentence }, at, all) => all.findIndex((one) => one.sentence === sentence) === at);
  const needsCode = obstacles.length > 0 && obstacles.every(({ code }) => code === 'code-needed');
  return (
    <div className="user-answer">
      <Sheet
        title={texts.question}
        mark={
          obstacles.length === 0 || needsCode ? (
            <Chip tone="good">{needsCode ? texts.yesWithCode : texts.yes}</Chip>
          ) : (
            <Chip tone="danger">{texts.no}</Chip>
          )
        }
      >
        <Rows>
          {lines.map(({ sentence, obstacle }) => (
            <Row
              key={sentence}
              {...(obstacle !== undefined && {
                tool: <Fix obstacle={obstacle} onChange={onChange} />,
              })}
            >
              <p>
                <bdi>{sentence}</bdi>
              </p>
            </Row>
          ))}
          {lastRefusal !== null && (
            <Row>
              <p className="small">{texts.lastRefused(lastRefusal)}</p>
            </Row>
          )}
        </Rows>
      </Sheet>
    </div>
  );
}

interface FixProps {
  readonly obstacle: Obstacle;
  readonly onChange: (change: ChosenChange) => void;
}

function Fix({ obstacle, onChange }: FixProps) {
  const { userChanges } = useLanguage().copy;
  const fix = fixOf(obstacle);
  const isAllowed = useMay(fix?.need ?? 'any');
  if (fix === null || !isAllowed) return null;
  return (
    <Button kind="outlined" onClick={() => onChange(fix.change)}>
      {userChanges[fix.change.name].label}
    </Button>
  );
}
