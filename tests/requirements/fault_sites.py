"""Where one line of C++ can be wrong, and how it and its fault share a build: the places are found in the tokens of a source,
and each becomes an expression or a statement that asks mpidbg_fault(N) which of the two it is."""

import collections
import re

TOKEN = re.compile(r"""(?P<skip>//[^\n]*|/\*.*?\*/|\s+|^[ \t]*\#(?:[^\n\\]|\\.)*)
    |(?P<text>(?:u8|[LuU])?R"(?P<mark>\w*)\(.*?\)(?P=mark)"|(?:u8|L)?"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])+')
    |(?P<number>\d(?:[\w.]|'\d)*)|(?P<name>[A-Za-z_]\w*)
    |(?P<sign><=>|<<=|>>=|\.\.\.|->\*|::|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)""", re.S | re.M | re.X)
INTEGER = re.compile(r"(0[xX][\da-fA-F']+|[\d']+)([uUlL]*)")
CHANGED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-",
           "-": "+", "true": "false", "false": "true"}
OPEN, CLOSE = "([{", ")]}"
# Of no initializer and of no statement that is an expression.
NOT_CONSTANT = {"constexpr", "static", "using", "for", "if", "enum", "template", "case", "return", "inline", "while"}
CALL = re.compile(r"(?:\w+(?:\.|->|::))*\w+(\(.*\)| [-+|&]= .*)", re.S)
KEYWORDS = set("if for while return continue break case else do switch using const auto static namespace struct class enum "
               "default constexpr template try throw extern inline public private static_assert typedef delete explicit "
               "virtual".split())

Token = collections.namedtuple("Token", "kind text begin end")
# Bytes begin to end of the text become `broken`; `at` is where they differ. The kind is that of SCHEMATA.
Site = collections.namedtuple("Site", "kind begin end broken at change")
SCHEMATA = {"condition": "(mpidbg_fault({n}) ? static_cast<bool>({broken}) : static_cast<bool>({right}))",
            "value": "mpidbg_fault({n}) ? ({broken}) : ({right})",
            "statement": "{{ if (mpidbg_fault({n})) {{ {broken} }} else {{ {right} }} }}",
            "dropped": "if (!mpidbg_fault({n})) {right}"}


def tokens_of(text):
    return [Token(match.lastgroup, match.group(), match.start(), match.end()) for match in TOKEN.finditer(text)
            if match.group("skip") is None]


class Finder:
    def __init__(self, text):
        self.text, self.tokens, self.sites = text, tokens_of(text), []

    def until(self, index, stops):
        """The first token of `stops` outside of brackets; None if they close first."""
        depth = 0
        for i in range(index, len(self.tokens)):
            token = self.tokens[i].text
            if depth == 0 and token in stops:
                return i
            depth += (token in OPEN) - (token in CLOSE)
            if depth < 0:
                return None
        return None

    def outside(self, begin, end, wanted):
        """Places of a token outside of brackets."""
        depth, found = 0, []
        for i in range(begin, end):
            token = self.tokens[i].text
            depth += (token in OPEN) - (token in CLOSE)
            if depth == 0 and token == wanted:
                found.append(i)
        return found

    def is_in_if(self, index):
        """Whether the token closes the condition of an `if`."""
        depth = 0
        for i in range(index, 0, -1):
            depth += (self.tokens[i].text == ")") - (self.tokens[i].text == "(")
            if depth == 0:
                return self.tokens[index].text == ")" and self.tokens[i - 1].text == "if"
        return False

    def changes(self, begin, end):
        """Bytes of the tokens that can change, and what they become."""
        tokens = self.tokens
        # Texts are joined, and have no difference.
        is_text = any(token.kind == "text" or token.text in ("to_string", "hex", "string") for token in tokens[begin:end])
        for i in range(begin, end):
            token, before = tokens[i], tokens[i - 1]
            spaced = self.text[token.begin - 1] in " \n" and self.text[token.end:token.end + 1] in (" ", "\n")
            if token.text in ("true", "false"):
                yield token.begin, token.end, CHANGED[token.text]
            elif token.text in CHANGED:
                is_binary = i > begin and (before.kind in ("name", "number", "text") or before.text in CLOSE)
                if is_binary and spaced and before.text not in ("return", "operator") and not (token.text in "+-" and is_text):
                    yield token.begin, token.end, CHANGED[token.text]
            elif token.kind == "number" and before.text not in ("<", "case"):
                if match := INTEGER.fullmatch(token.text):
                    base, form = (16, hex) if match[1][:2].lower() == "0x" else (10, str)
                    yield token.begin, token.end, form(int(match[1].replace("'", ""), base) + 1) + match[2]

    def add(self, kind, begin, end, change):
        """A site of tokens begin to end, of which bytes become others."""
        first, last = self.tokens[begin].begin, self.tokens[end - 1].end
        at, after, new = change
        broken = self.text[first:at] + new + self.text[after:last]
        self.sites.append(Site(kind, first, last, broken, at, f"{self.text[at:after].split(chr(10))[0]} -> {new or 'nothing'}"))

    def add_all(self, kind, begin, end):
        for change in self.changes(begin, end):
            self.add(kind, begin, end, change)

    def condition(self, i):
        end = self.until(i + 2, ")")
        if end is None:
            return
        parts = self.outside(i + 2, end, ";")
        if self.tokens[i].text == "for":
            if len(parts) == 2:
                self.add_all("condition", parts[0] + 1, parts[1])
            return
        begin = parts[-1] + 1 if parts else i + 2
        if begin == end or self.outside(begin, end, "="):
            return
        self.add_all("condition", begin, end)
        if self.tokens[i].text == "if":
            first, last = self.tokens[begin].begin, self.tokens[end - 1].end
            self.sites.append(Site("condition", first, last, f"!({self.text[first:last]})", first, "negated"))

    def jump(self, i):
        """A return or continue."""
        end = self.until(i + 1, ";")
        if end is None:
            return
        before = i - 2 if self.tokens[i - 1].text == "{" else i - 1
        if self.tokens[i].text == "continue" or self.is_in_if(before):
            self.add("dropped", i, end + 1, (self.tokens[i].begin, self.tokens[end].end, ""))
        self.add_all("value", i + 1, end)

    def initializer(self, i):
        begin, end = i, self.until(i + 1, ";")
        while begin > 0 and self.tokens[begin - 1].text not in (";", "{", "}"):
            begin -= 1
        words = {token.text for token in self.tokens[begin:i]}
        if end is not None and not words & NOT_CONSTANT and self.tokens[i + 1].text != "{" and not self.outside(i + 1, end, ","):
            self.add_all("value", i + 1, end)

    def statement(self, i):
        """A call, or an assignment that changes a value."""
        first, end = self.tokens[i], self.until(i, ";")
        if first.text in KEYWORDS or first.text.isupper() or first.text.startswith("MPIDBG_") or end is None:
            return
        if not self.outside(i, end, "=") and CALL.fullmatch(self.text[first.begin:self.tokens[end - 1].end]):
            self.add_all("statement", i, end + 1)

    def find(self):
        for i in range(1, len(self.tokens) - 2):
            token, before, after = self.tokens[i], self.tokens[i - 1], self.tokens[i + 1]
            if token.text in ("if", "while", "for") and after.text == "(":
                self.condition(i)
            elif token.text in ("return", "continue"):
                self.jump(i)
            elif token.text == "=" and (before.kind == "name" or before.text in ")]"):
                self.initializer(i)
            elif token.kind == "name" and before.text in (";", "{", "}"):
                self.statement(i)
        return self.sites


def sites_in(text):
    return Finder(text).find()


def schema(site, text, number):
    return SCHEMATA[site.kind].format(n=number, broken=site.broken, right=text[site.begin:site.end])
