/** No response and no compaction has a longer id: it is part of the name under which a store keeps it. */
export const MAX_ID = 256;
