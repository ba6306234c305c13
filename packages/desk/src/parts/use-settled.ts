// A value that follows another one when it has not changed for a moment, such as a typed search.
import { useEffect, useState } from 'react';

const settleMs = 300;

export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
