"""Makes a kernel small that has a property: takes out statements, halves of lists first, puts a block's body in the block's
place, and at last replaces expressions in brackets by 1. `still(kernel)` compiles and runs what is left and says
whether it is as before."""
import copy
import re
import time

import generate


def lists_of(items):
    """Every list of items in a tree, the outer ones first"""
    yield items
    for it in items:
        if isinstance(it, generate.Block):
            for _, inner in it.arms:
                yield from lists_of(inner)


def used_only(tree):
    """Takes out functions and types that nothing names any more"""
    while True:
        texts = ["\n".join(generate.lines_of([it], 0, True)) for it in tree.pre]
        rest = "\n".join(generate.lines_of(tree.items, 0, True))
        left = []
        for i, it in enumerate(tree.pre):
            names = re.findall(r"\b((?:[a-z]+\d*_\d+|bits\d+_st\d+|base\w+|more\w+)\d*)\b", texts[i].split("{")[0] + texts[i].partition("struct more")[2][:20])
            others = rest + "\n".join(texts[:i] + texts[i + 1:])
            if not names or any(re.search(rf"\b{n}\b", others) for n in names):
                left.append(it)
        if len(left) == len(tree.pre):
            return
        tree.pre = left


class Shrinker:
    def __init__(self, kernel, still, seconds):
        self.kernel, self.still, self.end = kernel, still, time.time() + seconds

    def over(self):
        return time.time() > self.end

    def with_tree(self, tree):
        return dict(self.kernel, tree=tree, text=generate.text_of(tree, marks=False))

    def attempt(self, change):
        """change(tree) on a copy: kept if the property still holds"""
        tree = copy.deepcopy(self.kernel["tree"])
        change(tree)
        used_only(tree)
        new = self.with_tree(tree)
        if self.over() or new["text"] == self.kernel["text"] or not self.still(new):
            return False
        self.kernel = new
        return True

    def all_lists(self, tree):
        out = []
        for top in (tree.items, tree.pre, tree.shared):
            out += list(lists_of(top))
        return out

    def take_out(self):
        """One pass over all lists: chunks of half, a quarter ... of each"""
        any_ = False
        which = 0
        while which < len(self.all_lists(self.kernel["tree"])) and not self.over():
            size = len(self.all_lists(self.kernel["tree"])[which])
            while size and not self.over():
                at = 0
                while at < len(self.all_lists(self.kernel["tree"])[which]) and not self.over():
                    def change(tree, at=at, size=size):
                        del self.all_lists(tree)[which][at:at + size]
                    if self.attempt(change):
                        any_ = True
                    else:
                        at += size
                size //= 2
            which += 1
        return any_

    def unwrap(self):
        any_ = False
        which = 0
        while which < len(self.all_lists(self.kernel["tree"])) and not self.over():
            at = 0
            while at < len(self.all_lists(self.kernel["tree"])[which]) and not self.over():
                it = self.all_lists(self.kernel["tree"])[which][at]
                done = False
                for arm in range(len(it.arms)) if isinstance(it, generate.Block) else []:
                    def alone(tree, at=at, arm=arm):
                        found = self.all_lists(tree)[which]
                        found[at:at + 1] = found[at].arms[arm][1]

                    def fewer(tree, at=at, arm=arm):
                        found = self.all_lists(tree)[which][at]
                        if len(found.arms) > 1 and arm:
                            del found.arms[arm]
                    if it.open and self.attempt(alone) or len(it.arms) > 1 and arm and self.attempt(fewer):
                        any_ = done = True
                        break
                at += not done
            which += 1
        return any_

    def attempt_text(self, text):
        new = dict(self.kernel, text=text)
        if self.over() or not self.still(new):
            return False
        self.kernel = new
        return True

    def expressions(self):
        """Each expression in brackets by 1, or by what is in it; the longest first"""
        at = 0
        while not self.over():
            text = self.kernel["text"]
            at = text.find("(", at)
            if at < 0:
                return
            depth, end = 0, at
            while end < len(text):
                depth += (text[end] == "(") - (text[end] == ")")
                if depth == 0:
                    break
                end += 1
            inner = text[at + 1:end]
            line = text[text.rfind("\n", 0, at) + 1:text.find("\n", at)]
            between = re.search(r"\bsh\d+\[|atomic|tid ==|tid <|tid =|mine =|_sync\(|bar_|go = ", line)     # threads would no longer keep apart
            if not between and len(inner) > 3 and "\n" not in inner and ";" not in inner and not re.match(r"^(u|s|f)\d+$", inner) and not text[:at].rstrip().endswith(("global__", ")")):
                if self.attempt_text(text[:at] + "(1)" + text[end + 1:]):
                    continue
            at += 1

    def run(self):
        if "tree" in self.kernel:
            self.attempt(lambda tree: setattr(tree, "grid", 1))
            plain = self.with_tree(self.kernel["tree"])
            if self.still(plain):
                self.kernel = plain
            while (self.take_out() | self.unwrap()) and not self.over():
                pass
        self.expressions()
        return self.kernel


def shrink(kernel, still, seconds):
    return Shrinker(kernel, still, seconds).run()
