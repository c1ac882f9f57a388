import { type RefObject, useEffect, useRef } from 'react';

/** Whether the screen still stands: what a long act ends with must not move whoever has left it meanwhile. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
