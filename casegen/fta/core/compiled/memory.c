/* Memory that a call gives back whole, and the look for Ctrl-C. */
#include "kernels.h"

struct Block {
    Block *before, *after;
};

/* what follows a block's links is aligned for every type used here */
#define HEAD ((sizeof(Block) + 15) / 16 * 16)
#define STEPS_BETWEEN_LOOKS (1 << 22)

void *take(Arena *arena, size_t count, size_t width) {
    if (count == 0) count = 1;
    Block *block = count > (SIZE_MAX - HEAD) / width ? NULL : calloc(1, HEAD + count * width);
    if (block == NULL) longjmp(arena->escape, OUT_OF_MEMORY);
    block->after = arena->blocks;
    if (arena->blocks != NULL) arena->blocks->before = block;
    arena->blocks = block;
    return (char *)block + HEAD;
}

void give_back(Arena *arena, void *memory) {
    if (memory == NULL) return;
    Block *block = (Block *)((char *)memory - HEAD);
    if (block->before == NULL) arena->blocks = block->after;
    else block->before->after = block->after;
    if (block->after != NULL) block->after->before = block->before;
    free(block);
}

void give_all_back(Arena *arena) {
    while (arena->blocks != NULL) {
        Block *after = arena->blocks->after;
        free(arena->blocks);
        arena->blocks = after;
    }
}

void look_for_interrupt(Arena *arena) {
    arena->steps = STEPS_BETWEEN_LOOKS;
    if (arena->interrupted != NULL && arena->interrupted(arena->caller)) longjmp(arena->escape, INTERRUPTED);
}
