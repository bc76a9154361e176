import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useToast } from './toast';

/** The effects of a successful action. */
export interface SuccessEffects<T> {
  successToast?: string | ((result: T) => string);
  navigateTo?: string | ((result: T) => string | undefined);
  /** The query whose cached data the result replaces. */
  resultKey?: QueryKey | ((result: T) => QueryKey);
  /** The queries to remove because their resource was deleted. */
  removeKey?: QueryKey;
  /** The queries to refetch. */
  invalidateKeys?: readonly QueryKey[];
}

/** An empty query key is the prefix of every query key. */
export const allQueries: readonly QueryKey[] = [[]];

export function useSuccessEffects<T>(effects: SuccessEffects<T>): (result: T) => Promise<void> {
  const { successToast, navigateTo, resultKey, removeKey, invalidateKeys = [] } = effects;
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [, navigate] = useLocation();
  return async (result) => {
    if (resultKey)
      queryClient.setQueryData(typeof resultKey === 'function' ? resultKey(result) : resultKey, result);
    const path = typeof navigateTo === 'function' ? navigateTo(result) : navigateTo;
    if (path) navigate(path);
    if (successToast) showToast(typeof successToast === 'function' ? successToast(result) : successToast);
    if (removeKey) queryClient.removeQueries({ queryKey: removeKey });
    await Promise.all(invalidateKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
}
